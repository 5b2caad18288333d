#include "arena/statistics/rating/field_rating.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tichu::arena {
namespace {

BoardValue margin(std::uint64_t board, int first, int second, double value) {
  return {BoardNumber(board), {static_cast<EntrantId>(first), static_cast<EntrantId>(second)}, value};
}

TEST(FieldRating, OfTwoIsTheirMeanMargin) {
  std::vector<BoardValue> boards;
  for (std::uint64_t i = 0; i < 100; ++i) boards.push_back(margin(i, 0, 1, i % 2 == 0 ? 50 : -30));
  const FieldRating ratings = rate_points(2, boards);
  EXPECT_NEAR(ratings.value(0), 10, 0.01);
  EXPECT_NEAR(ratings.value(1), -10, 0.01);
  // The standard error of a mean of 100 margins of standard deviation 40, drawn a little to the guess.
  EXPECT_NEAR(ratings.error95(0), 1.96 * 4, 0.4);
  EXPECT_NEAR(ratings.forecast(0, 1).mean, 10, 0.01);
  EXPECT_NEAR(ratings.forecast(0, 1).deviation, 4, 0.2);
  EXPECT_NEAR(ratings.forecast(0, 1).of_board, 41, 2);
}

/// Three bots: the first beats the second, the second the third, the third the first, each by 60 points.
std::vector<BoardValue> circle(std::uint64_t boards_of_last) {
  std::vector<BoardValue> boards;
  const auto add = [&](int first, int second, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) boards.push_back(margin(boards.size(), first, second, i % 2 ? 140 : -20));
  };
  add(0, 1, 400);
  add(1, 2, 400);
  add(2, 0, boards_of_last);
  return boards;
}

TEST(FieldRating, CountsEachOpponentOnceHoweverOftenTheyMet) {
  for (const std::uint64_t boards : {400U, 40'000U}) {
    const FieldRating ratings = rate_points(3, circle(boards));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(ratings.value(i), 0, 3) << boards << " boards of the last pair";
    EXPECT_NEAR(ratings.forecast(2, 0).mean, 60, 3);
    EXPECT_GT(ratings.forecast(2, 0).superiority, 0.99);
    EXPECT_NEAR(ratings.superiority(2, 0), 0.5, 0.2);
  }
}

/// So many bots of the same strength, of which the first meets `met`, on so many boards each.
FieldRating partial(int bots, int met, int boards_of_pair) {
  std::vector<BoardValue> boards;
  for (int a = 0; a < bots; ++a) {
    for (int b = 0; b < a; ++b) {
      if (b == 0 && a > met) continue;
      for (int i = 0; i < boards_of_pair; ++i) boards.push_back(margin(boards.size(), a, b, i % 2 == 0 ? 100 : -100));
    }
  }
  return rate_points(static_cast<std::size_t>(bots), boards);
}

TEST(FieldRating, GetsSurerByOpponentsAndNotByBoardsAlone) {
  const double few = partial(20, 2, 2'000).error95(0);
  EXPECT_GT(partial(20, 2, 100).error95(0), few);
  EXPECT_GT(few, 3);
  EXPECT_LT(partial(20, 19, 100).error95(0), few);
}

TEST(FieldRating, FindsHowMuchPairsDiffer) {
  for (const double effect : {2.0, 30.0}) {
    std::vector<BoardValue> boards;
    for (int a = 0; a < 15; ++a) {
      for (int b = 0; b < a; ++b) {
        const double own = (a * 7 + b * 11) % 2 == 0 ? effect : -effect;
        for (int i = 0; i < 1'000; ++i) boards.push_back(margin(boards.size(), a, b, own + (i % 2 == 0 ? 90 : -90)));
      }
    }
    const double found = std::sqrt(rate_points(15, boards).fit().effect_variance);
    EXPECT_NEAR(found, effect, 0.15 * effect + 2);
  }
}

TEST(FieldRating, KnowsThatABotMayDifferFromAllFarOnesAlike) {
  constexpr int Bots = 20;
  constexpr double Apart = 150;
  std::vector<BoardValue> boards;
  for (int a = 0; a < Bots; ++a) {
    for (int b = 0; b < a; ++b) {
      const bool are_far = a >= Bots / 2 && b < Bots / 2;
      if (are_far && b == 0) continue;  // the first met the weak half alone
      const double mean = (are_far ? Apart : 0) + ((a * 7 + b * 11) % 2 == 0 ? 10 : -10);
      for (int i = 0; i < 400; ++i) boards.push_back(margin(boards.size(), a, b, mean + (i % 2 == 0 ? 90 : -90)));
    }
  }
  const FieldRating ratings = rate_points(Bots, boards);
  const FieldFit& fit = ratings.fit();
  // Half of what grows with the difference is its own, and the same against each of the strong half.
  const double own = std::sqrt(fit.effect_variance / 2) * fit.distance(Bots - 1, 0) / fit.growth;
  EXPECT_GT(ratings.error95(0), 1.96 * own * Bots / 2 / (Bots - 1));
}

TEST(FieldRating, IsLessSureOfABotWhoseBoardsSayThatItBeatsTheWeakAlone) {
  constexpr int Bots = 21;
  std::vector<BoardValue> boards;
  for (int a = 0; a < Bots; ++a) {
    for (int b = 0; b < a; ++b) {
      if ((a + b) % 3 == 0) continue;
      double mean = 8.0 * (a - b) + ((a * 7 + b * 11) % 2 == 0 ? 10 : -10);
      if (a == Bots / 2) mean *= 3;
      if (b == Bots / 2) mean *= 3;
      for (int i = 0; i < 400; ++i) boards.push_back(margin(boards.size(), a, b, mean + (i % 2 == 0 ? 90 : -90)));
    }
  }
  const FieldRating ratings = rate_points(Bots, boards);
  for (const int other : {-1, 1}) {
    EXPECT_GT(ratings.error95(Bots / 2), 1.5 * ratings.error95(static_cast<std::size_t>(Bots / 2 + other)));
  }
}

TEST(FieldRating, FindsHowMarginsBend) {
  for (const double most : {200.0, 1e6}) {
    std::vector<BoardValue> boards;
    for (int a = 0; a < 10; ++a) {
      for (int b = 0; b < a; ++b) {
        const double apart = 40.0 * (a - b);
        const double mean = apart / std::sqrt(1 + apart * apart / (most * most));
        for (int i = 0; i < 400; ++i) boards.push_back(margin(boards.size(), a, b, mean + (i % 2 == 0 ? 90 : -90)));
      }
    }
    EXPECT_NEAR(std::sqrt(rate_points(10, boards).fit().bend), 1 / most, 0.0006);
  }
}

TEST(FieldRating, IsToldAgainstTheMembersOfTheField) {
  const std::vector<BoardValue> boards = circle(400);
  const FieldRating ratings = rate_points(3, boards, {.members = {true, true, false}});
  EXPECT_NEAR(ratings.value(0), 60, 3) << "against the second alone";
  EXPECT_NEAR(ratings.value(1), -60, 3);
  EXPECT_NEAR(ratings.value(2), 0, 3) << "who is out of the field has a number against it";
}

TEST(FieldRating, NamesNobodyWithoutBoards) {
  const FieldRating ratings = rate_points(4, circle(400));
  EXPECT_TRUE(ratings.is_tellable(2));
  EXPECT_FALSE(ratings.is_tellable(3));
  EXPECT_NEAR(ratings.value(0), 0, 3) << "who has no boards is in nobody's field";
}

TEST(FieldRating, CountsBoardsWithTheSameCardsAsOneUnit) {
  std::vector<BoardValue> apart;
  std::vector<BoardValue> common;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const double value = i / 4 % 2 == 0 ? 50 : -50;
    apart.push_back(margin(i, 0, 1, value));
    common.push_back(margin(i / 4, 0, 1, value));
  }
  const double ratio = rate_points(2, common).difference_error95(0, 1) / rate_points(2, apart).difference_error95(0, 1);
  EXPECT_NEAR(ratio, 2, 0.05);
}

TEST(FieldRating, OfABotWithTwoLikeBoardsIsNotSure) {
  std::vector<BoardValue> boards;
  for (std::uint64_t i = 0; i < 400; ++i) boards.push_back(margin(i, 0, 1, i % 2 == 0 ? 60 : -60));
  boards.push_back(margin(400, 2, 0, 30));
  boards.push_back(margin(401, 2, 0, 30));
  // Two boards of a standard deviation of 60, as all others have.
  EXPECT_NEAR(1.96 * rate_points(3, boards).forecast(2, 0).deviation, 1.96 * 60 / std::sqrt(2), 8);
}

TEST(FieldRating, IsDefinedForNobodyForOneForNoBoardsForOneBoardAndForGroupsThatNeverMet) {
  EXPECT_EQ(rate_points(0, {}).size(), 0u);
  EXPECT_EQ(rate_points(1, {}).value(0), 0);
  EXPECT_FALSE(rate_points(2, {}).is_tellable(0));
  const std::vector<BoardValue> one{margin(0, 0, 1, 60)};
  EXPECT_NEAR(rate_points(2, one).error95(0), 1.96 * 80, 40);
  const std::vector<BoardValue> groups{margin(0, 0, 1, 60), margin(1, 2, 3, 20)};
  const auto ratings = rate_points(4, groups);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(std::isfinite(ratings.value(i)));
    EXPECT_GT(ratings.error95(i), 80);
  }
}

TEST(FieldRating, LeavesBoardsOfABotAgainstItselfOut) {
  const std::vector<BoardValue> boards{margin(0, 0, 1, 60), margin(1, 0, 0, 999)};
  EXPECT_EQ(rate_points(2, boards).value(0), rate_points(2, std::vector<BoardValue>{boards[0]}).value(0));
}

}  // namespace
}  // namespace tichu::arena
