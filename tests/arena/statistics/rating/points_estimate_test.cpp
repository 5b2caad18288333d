#include "arena/statistics/rating/points_estimate.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace tichu::arena {
namespace {

TEST(PointsEstimate, HasTheMeanAndTheUsualStandardErrorOfDistinctBoards) {
  // Mean 20, squared deviations 900 + 100 + 400 + 0: variance 1400 / 3, error sqrt(1400 / 3 / 4).
  const std::array<BoardMargin, 4> margins{
      {{BoardNumber(0), 50}, {BoardNumber(1), 10}, {BoardNumber(2), 0}, {BoardNumber(3), 20}}};
  const PointsEstimate estimate = estimate_points(margins);
  EXPECT_EQ(estimate.boards, 4u);
  EXPECT_DOUBLE_EQ(estimate.mean, 20);
  ASSERT_TRUE(estimate.standard_error);
  EXPECT_NEAR(*estimate.standard_error, 10.801234, 1e-6);
  EXPECT_NEAR(*estimate.error95(), 21.170030, 1e-5);
}

TEST(PointsEstimate, CountsMarginsOfTheSameBoardAsOneUnit) {
  // Each board met twice with the same margin tells no more than once.
  const std::array<BoardMargin, 3> once{{{BoardNumber(0), 50}, {BoardNumber(1), 10}, {BoardNumber(2), 0}}};
  const std::array<BoardMargin, 6> twice{{{BoardNumber(0), 50},
                                          {BoardNumber(1), 10},
                                          {BoardNumber(2), 0},
                                          {BoardNumber(0), 50},
                                          {BoardNumber(1), 10},
                                          {BoardNumber(2), 0}}};
  EXPECT_NEAR(*estimate_points(once).standard_error, *estimate_points(twice).standard_error, 1e-12);
  EXPECT_DOUBLE_EQ(estimate_points(once).mean, estimate_points(twice).mean);
}

TEST(PointsEstimate, OfNoBoardIsZeroWithoutAnError) {
  const PointsEstimate estimate = estimate_points({});
  EXPECT_EQ(estimate.boards, 0u);
  EXPECT_EQ(estimate.mean, 0);
  EXPECT_FALSE(estimate.standard_error);
  EXPECT_FALSE(estimate.error95());
}

TEST(PointsEstimate, OfOneBoardHasNoError) {
  const std::array<BoardMargin, 2> margins{{{BoardNumber(7), 30}, {BoardNumber(7), -10}}};
  const PointsEstimate estimate = estimate_points(margins);
  EXPECT_DOUBLE_EQ(estimate.mean, 10);
  EXPECT_FALSE(estimate.standard_error);
}

TEST(PointsEstimate, OfBoardsThatAllCameOutAlikeHasNoError) {
  for (const double margin : {0.0, 5.0, 0.1, -1.0 / 3, 1e6 / 7}) {
    std::vector<BoardMargin> margins;
    for (std::uint64_t board = 0; board < 1'000; ++board) margins.push_back({BoardNumber(board), margin});
    EXPECT_NEAR(estimate_points(margins).mean, margin, 1e-6);
    EXPECT_FALSE(estimate_points(margins).standard_error) << margin;
    margins[7].margin += 1;
    EXPECT_TRUE(estimate_points(margins).standard_error) << margin;
  }
  // Two opponents on the same cards, who take and give back: each board number is 0.
  const std::array<BoardMargin, 4> even{
      {{BoardNumber(0), 30}, {BoardNumber(0), -30}, {BoardNumber(1), 70}, {BoardNumber(1), -70}}};
  EXPECT_EQ(estimate_points(even).mean, 0);
  EXPECT_FALSE(estimate_points(even).standard_error);
}

}  // namespace
}  // namespace tichu::arena
