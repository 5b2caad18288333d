#include "arena/statistics/rating/score_counts.h"

#include <gtest/gtest.h>

#include "arena/statistics/rating/elo_calculator.h"
#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {
namespace {

TEST(ScoreCounts, TakeEachScoreToItsCell) {
  ScoreCounts pairs = ScoreCounts::of_tables(2);
  for (const double score : {0.0, 0.25, 0.5, 0.5, 0.75, 1.0}) pairs.add(score);
  EXPECT_EQ(pairs.cells, (std::vector<std::uint64_t>{1, 1, 2, 1, 1}));
  EXPECT_EQ(pairs.boards(), 6u);
  EXPECT_EQ(pairs.tables(), 2u);
}

TEST(ScoreCounts, HaveMeanAndVarianceOverN) {
  const ScoreDistribution observed = observed_distribution({{1, 2, 1}});
  EXPECT_DOUBLE_EQ(observed.mean(), 0.5);
  EXPECT_DOUBLE_EQ(observed.variance(), 0.125);
}

TEST(ScoreCounts, OfEmptyCellsAreAThousandth) {
  const ScoreDistribution observed = observed_distribution({{0, 1, 0}});
  EXPECT_DOUBLE_EQ(observed.boards, 1.002);
  EXPECT_DOUBLE_EQ(observed.cells[0].chance, 0.001 / 1.002);
}

TEST(EloEstimate, HasAnIntervalOfFourTablesABoardToo) {
  ScoreCounts counts = ScoreCounts::of_tables(4);
  for (int i = 0; i < 50; ++i) counts.add(i % 2 == 0 ? 0.5 : 0.625);
  const EloEstimate estimate = estimate_elo(counts);
  EXPECT_GT(*estimate.elo.low, 0);
  EXPECT_LT(*estimate.elo.high, 60);
  EXPECT_GT(estimate.superiority, 0.999);
}

TEST(EloEstimate, HasNoEndBeyondItsScale) {
  const EloEstimate strong = estimate_elo({{1, 0, 20'000}});
  ASSERT_TRUE(strong.elo.low);
  EXPECT_NEAR(*strong.elo.low, 1199.83, 0.01);
  EXPECT_FALSE(strong.elo.high);
  EXPECT_FALSE(strong.elo.error95());
  const EloEstimate weak = estimate_elo({{2'000, 0, 1}});
  EXPECT_FALSE(weak.elo.low);
  EXPECT_NEAR(*weak.elo.high, -1131.71, 0.01);
  // Of many tables a board: all of them alike, and hardly anything won.
  ScoreCounts alike = ScoreCounts::of_tables(32);
  alike.add(1.0 / 64);
  EXPECT_FALSE(estimate_elo(alike).elo.low);
  EXPECT_TRUE(estimate_elo(alike).elo.high);
}

// Abramowitz and Stegun, tables 26.1 and 26.2.
TEST(NormalDistribution, AgreesWithTables) {
  EXPECT_NEAR(normal_cdf(1.0), 0.841344746068543, 1e-14);
  EXPECT_NEAR(normal_cdf(-3.0), 1.349898031630e-3, 1e-14);
  EXPECT_NEAR(normal_cdf(Normal95), 0.975, 1e-15);
  EXPECT_NEAR(log_normal_cdf(-20.0), -203.9171553710973, 1e-8);
  EXPECT_NEAR(log_normal_cdf(-11.99), log_normal_cdf(-12.01) + 0.02 * 12.0824, 1e-5);
}

}  // namespace
}  // namespace tichu::arena
