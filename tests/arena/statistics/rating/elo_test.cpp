#include "arena/statistics/rating/elo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/field_rating.h"
#include "tests/arena/statistics/rating/board_list.h"

namespace tichu::arena {
namespace {

constexpr double Close = 1e-4;

FieldRating rate(std::size_t entrants, const std::vector<RatedBoard>& boards,
                 std::optional<StrengthAnchor> anchor = std::nullopt) {
  return rate_elo(entrants, scores_of(boards), {.anchor = anchor});
}

TEST(Elo, OfTwoIsThatOfTheirMeanScore) {
  for (const auto& [won, lost] : std::vector<std::array<int, 2>>{{400, 100}, {150, 850}, {250, 250}}) {
    std::vector<RatedBoard> boards;
    add_boards(boards, 0, 1, won, 0, lost);
    const auto ratings = rate(2, boards);
    // The prior's drawn board moves it a little.
    EXPECT_NEAR(ratings.value(0) - ratings.value(1), elo_of_score(won / double(won + lost)), 1);
    EXPECT_NEAR(ratings.value(0), -ratings.value(1), Close);
  }
}

TEST(Elo, AddsUpWhereNoPairDiffersFromItsStrengths) {
  std::vector<RatedBoard> boards;
  const std::array<double, 4> truth{150, 50, -20, -180};
  for (int a = 0; a < 4; ++a) {
    for (int b = a + 1; b < 4; ++b) {
      constexpr int Boards = 2000;
      const double score = score_of_elo(truth[static_cast<std::size_t>(a)] - truth[static_cast<std::size_t>(b)]);
      const int won = static_cast<int>(std::lround(score * Boards));
      add_boards(boards, a, b, won, 0, Boards - won);
    }
  }
  const auto ratings = rate(4, boards);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(ratings.value(i), truth[i], 1);
}

TEST(Elo, IsFiniteForAPlayerThatWonAll) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 10, 0, 0);
  const auto ratings = rate(2, boards);
  EXPECT_GT(ratings.value(0), 200);
  EXPECT_LT(ratings.value(0), 400);
  EXPECT_NEAR(ratings.value(1), -ratings.value(0), Close);
}

TEST(Elo, IsZeroForAllDraws) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 0, 10, 0);
  const auto ratings = rate(2, boards);
  EXPECT_NEAR(ratings.value(0), 0, Close);
}

TEST(Elo, IsNotToldWithoutBoards) {
  const auto ratings = rate(3, {});
  ASSERT_EQ(ratings.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(ratings.is_tellable(i));
}

TEST(Elo, OfNobodyIsEmptyAndOfOnePlayerExactlyZero) {
  EXPECT_EQ(rate(0, {}).size(), 0u);
  const auto ratings = rate(1, {});
  EXPECT_EQ(ratings.value(0), 0);
  EXPECT_EQ(ratings.error95(0), 0);
}

TEST(Elo, IsDefinedForGroupsThatNeverMet) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 3, 0, 0);
  add_boards(boards, 2, 3, 0, 2, 0);
  const auto ratings = rate(4, boards);
  EXPECT_GT(ratings.value(0), 150);
  EXPECT_NEAR(ratings.value(2), 0, Close);
}

TEST(Elo, DoesNotDependOnWhichSideAPlayerSitsOrOnTheOrderOfBoards) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 7, 2, 4);
  add_boards(boards, 1, 2, 5, 0, 5);
  std::vector<RatedBoard> turned;
  add_boards(turned, 2, 1, 5, 0, 5);
  add_boards(turned, 1, 0, 4, 2, 7);
  const auto expected = rate(3, boards);
  const auto found = rate(3, turned);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.value(i), expected.value(i), Close);
    EXPECT_NEAR(found.error95(i), expected.error95(i), Close);
  }
}

TEST(Elo, OfAThousandPerfectWinsOverManyPlayersStaysFinite) {
  std::vector<RatedBoard> boards;
  constexpr int Players = 30;
  for (int a = 0; a < Players; ++a) {
    for (int b = a + 1; b < Players; ++b) add_boards(boards, a, b, 1000, 0, 0);
  }
  const auto ratings = rate(Players, boards);
  for (std::size_t i = 0; i + 1 < ratings.size(); ++i) {
    EXPECT_TRUE(std::isfinite(ratings.value(i)));
    EXPECT_TRUE(std::isfinite(ratings.error95(i)));
    EXPECT_GT(ratings.value(i), ratings.value(i + 1));
  }
}

TEST(Elo, HasAMeanOfZero) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 90, 2, 8);
  add_boards(boards, 1, 2, 60, 3, 37);
  double sum = 0;
  const auto ratings = rate(3, boards);
  for (std::size_t i = 0; i < 3; ++i) sum += ratings.value(i);
  EXPECT_NEAR(sum, 0, 1e-9);
}

TEST(Elo, IsToldFromTheAnchor) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 60, 10, 30);
  add_boards(boards, 1, 2, 55, 0, 45);
  const auto plain = rate(3, boards);
  const auto anchored = rate(3, boards, StrengthAnchor{1, 1500});
  EXPECT_EQ(anchored.value(1), 1500);
  EXPECT_EQ(anchored.error95(1), 0);
  EXPECT_NEAR(anchored.value(0) - anchored.value(2), plain.value(0) - plain.value(2), 1e-9);
  EXPECT_NEAR(anchored.error95(0), plain.difference_error95(0, 1), 1e-9);
}

TEST(Elo, TellsWhoIsStronger) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 60, 0, 40);
  const auto ratings = rate(2, boards);
  EXPECT_NEAR(ratings.superiority(0, 1), 0.977, 0.01);  // two standard errors of ten boards each
  EXPECT_NEAR(ratings.superiority(1, 0), 1 - ratings.superiority(0, 1), 1e-12);
  EXPECT_EQ(ratings.superiority(0, 0), 0.5);
}

TEST(Elo, IsSurerWherePairsOftenEndEvenly) {
  std::vector<RatedBoard> decided;
  add_boards(decided, 0, 1, 100, 0, 100);
  std::vector<RatedBoard> drawn;
  add_boards(drawn, 0, 1, 25, 150, 25);
  // A quarter of the variance, but for the four boards that dispersions are drawn by.
  EXPECT_NEAR(rate(2, drawn).error95(0) / rate(2, decided).error95(0), 0.5, 0.02);
}

/// Single games of a match between two, so many of them won by the first.
std::vector<BoardValue> games(int won, int all) {
  std::vector<BoardValue> boards;
  for (int i = 0; i < all; ++i) {
    boards.push_back({BoardNumber(static_cast<std::uint64_t>(i)), {EntrantId{0}, EntrantId{1}}, i < won ? 1.0 : 0.0});
  }
  return boards;
}

/// The chance that the interval of a match holds the truth, summed over all results.
double coverage(double elo, int all) {
  const double p = score_of_elo(elo);
  double sum = 0;
  for (int won = 0; won <= all; ++won) {
    const double chance = std::exp(std::lgamma(all + 1.0) - std::lgamma(won + 1.0) - std::lgamma(all - won + 1.0) +
                                   won * std::log(p) + (all - won) * std::log(1 - p));
    constexpr double Unlikely = 1e-6;
    if (chance < Unlikely) continue;
    const FieldRating table = rate_elo(2, games(won, all));
    if (std::abs(table.value(0) - table.value(1) - elo) <= table.difference_error95(0, 1)) sum += chance;
  }
  return sum;
}

TEST(Elo, HoldsTheTruthThoughUpsetsAreRare) {
  for (const auto& [elo, all] : std::vector<std::pair<double, int>>{
           {0, 100}, {200, 100}, {400, 20}, {400, 100}, {600, 50}, {600, 300}, {700, 100}, {1000, 300}}) {
    EXPECT_GT(coverage(elo, all), 0.925) << elo << " Elo, " << all << " games";
    EXPECT_LT(coverage(elo, all), 0.98) << elo << " Elo, " << all << " games";
  }
}

TEST(Elo, IsNoSurerOfALongRowOfWins) {
  for (const int all : {20, 100, 1000, 10'000}) {
    const FieldRating table = rate_elo(2, games(all, all));
    EXPECT_GT(table.difference_error95(0, 1), 450) << all;
    // What would have shown an upset with a chance of 97.5 %.
    const double bound = -EloPerLogOdds * std::log(std::pow(0.025, -1.0 / all) - 1);
    EXPECT_LT(table.value(0) - table.value(1) - table.difference_error95(0, 1), bound) << all;
  }
}

TEST(Elo, ByBootstrapHasTheSameErrorsWhereBoardsAreIndependent) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 120, 160, 120);
  const auto ratings = rate(2, boards);
  const auto errors = bootstrap_elo_errors(2, scores_of(boards), std::nullopt, 400, 1);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(*errors[i] / ratings.error95(i), 1, 0.1);
  EXPECT_EQ(errors, bootstrap_elo_errors(2, scores_of(boards), std::nullopt, 400, 1));
}

TEST(Elo, CountsBoardsWithTheSameCardsAsOneUnit) {
  std::vector<RatedBoard> once;
  add_boards(once, 0, 1, 50, 0, 50);
  std::vector<RatedBoard> boards;
  for (int copy = 0; copy < 4; ++copy) boards.insert(boards.end(), once.begin(), once.end());
  std::vector<RatedBoard> apart;
  add_boards(apart, 0, 1, 200, 0, 200);
  // Four times the same hundred boards say no more than the hundred.
  EXPECT_NEAR(rate(2, boards).error95(0) / rate(2, apart).error95(0), 2, 0.1);
  const auto errors = bootstrap_elo_errors(2, scores_of(boards), std::nullopt, 400, 1);
  EXPECT_NEAR(*errors[0] / rate(2, boards).error95(0), 1, 0.1);
}

TEST(Elo, ByBootstrapLosesNoDigitsToTheAnchor) {
  const auto errors = bootstrap_elo_errors(2, games(3, 3), StrengthAnchor{1, 2000}, 200, 1);
  EXPECT_FALSE(errors[0]);
  const auto small = bootstrap_elo_errors(2, games(60, 100), StrengthAnchor{1, 0}, 50, 1);
  const auto large = bootstrap_elo_errors(2, games(60, 100), StrengthAnchor{1, 100'000}, 50, 1);
  EXPECT_NEAR(*small[0], *large[0], 1e-6);
}

TEST(Elo, ByBootstrapIsOpenWhereSamplesAreAllAlike) {
  const std::vector<BoardValue> one_number{{BoardNumber(7), {EntrantId{0}, EntrantId{1}}, 1},
                                           {BoardNumber(7), {EntrantId{0}, EntrantId{1}}, 0}};
  const auto of_one_number = bootstrap_elo_errors(2, one_number, StrengthAnchor{1, 500}, 50, 1);
  EXPECT_FALSE(of_one_number[0]);
  EXPECT_EQ(of_one_number[1], 0);
  std::vector<RatedBoard> drawn;
  add_boards(drawn, 0, 1, 0, 100, 0);
  for (const auto& error : bootstrap_elo_errors(2, scores_of(drawn), std::nullopt, 50, 1)) EXPECT_FALSE(error);
  for (const auto& error : bootstrap_elo_errors(2, {}, std::nullopt, 50, 1)) EXPECT_FALSE(error);
}

}  // namespace
}  // namespace tichu::arena
