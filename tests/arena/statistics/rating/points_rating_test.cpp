#include "arena/statistics/rating/points_rating.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tichu::arena {
namespace {

BoardValue margin(std::uint64_t board, int first, int second, double value) {
  return {BoardNumber(board), {static_cast<EntrantId>(first), static_cast<EntrantId>(second)}, value};
}

TEST(PointsRating, OfTwoIsHalfTheMeanMarginEach) {
  std::vector<BoardValue> boards;
  for (std::uint64_t i = 0; i < 100; ++i) boards.push_back(margin(i, 0, 1, i % 2 == 0 ? 50 : -30));
  const auto ratings = rate_points(2, boards);
  EXPECT_NEAR(ratings.value(0), 5, 0.001);
  EXPECT_NEAR(ratings.value(1), -5, 0.001);
  // The standard error of a mean of 100 margins of standard deviation 40, with a part of one in a hundred of the
  // prior's.
  EXPECT_NEAR(ratings.difference_error95(0, 1), 1.96 * 4, 0.3);
}

TEST(PointsRating, CarriesThroughACommonOpponent) {
  std::vector<BoardValue> boards;
  for (std::uint64_t i = 0; i < 50; ++i) {
    boards.push_back(margin(2 * i, 0, 1, 20));
    boards.push_back(margin(2 * i + 1, 2, 1, -10));
  }
  const auto ratings = rate_points(3, boards, StrengthAnchor{1, 0});
  EXPECT_NEAR(ratings.value(0), 20, 0.02);
  EXPECT_NEAR(ratings.value(2), -10, 0.02);
  EXPECT_EQ(ratings.value(1), 0);
}

TEST(PointsRating, CountsBoardsWithTheSameCardsAsOneUnit) {
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

TEST(PointsRating, OfABotWithTwoLikeBoardsIsNotSure) {
  std::vector<BoardValue> boards;
  for (std::uint64_t i = 0; i < 400; ++i) boards.push_back(margin(i, 0, 1, i % 2 == 0 ? 60 : -60));
  boards.push_back(margin(400, 2, 0, 30));
  boards.push_back(margin(401, 2, 0, 30));
  // Two boards of a standard deviation of 60, as all others have.
  EXPECT_NEAR(rate_points(3, boards).difference_error95(2, 0), 1.96 * 60 / std::sqrt(2), 6);
}

TEST(PointsRating, IsDefinedForNobodyForOneForNoBoardsForOneBoardAndForGroupsThatNeverMet) {
  EXPECT_EQ(rate_points(0, {}).size(), 0u);
  EXPECT_EQ(rate_points(1, {}).value(0), 0);
  EXPECT_GT(rate_points(2, {}).difference_error95(0, 1), 1000);
  const std::vector<BoardValue> one{margin(0, 0, 1, 60)};
  EXPECT_NEAR(rate_points(2, one).difference_error95(0, 1), 1.96 * 80, 20);
  const std::vector<BoardValue> groups{margin(0, 0, 1, 60), margin(1, 2, 3, 20)};
  const auto ratings = rate_points(4, groups);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(std::isfinite(ratings.value(i)));
    EXPECT_GT(ratings.error95(i), 100);
  }
}

TEST(PointsRating, LeavesBoardsOfABotAgainstItselfOut) {
  const std::vector<BoardValue> boards{margin(0, 0, 1, 60), margin(1, 0, 0, 999)};
  EXPECT_EQ(rate_points(2, boards).value(0), rate_points(2, std::vector<BoardValue>{boards[0]}).value(0));
}

}  // namespace
}  // namespace tichu::arena
