#include "arena/statistics/sequential/pool_difference.h"

#include <gtest/gtest.h>

#include <vector>

namespace tichu::arena {
namespace {

PoolBoard pool_board(double of_new, double of_old) {
  PoolBoard result;
  result.of_new.margin = of_new;
  result.of_old.margin = of_old;
  return result;
}

TEST(PoolDifference, IsTheMeanOfWhatNewScoredMore) {
  const std::vector<PoolBoard> boards{pool_board(100, 40), pool_board(-10, 20), pool_board(0, 0)};
  const BoardResult result = pool_difference(boards);
  EXPECT_DOUBLE_EQ(result.margin, 10);
  EXPECT_EQ(result.verdict, BoardVerdict::Win);
  EXPECT_EQ(result.score, 0.5);
}

TEST(PoolDifference, IsNothingIfBothPlayAlike) {
  const std::vector<PoolBoard> boards{pool_board(100, 100), pool_board(-10, -10)};
  EXPECT_EQ(pool_difference(boards).margin, 0);
  EXPECT_EQ(pool_difference(boards).verdict, BoardVerdict::Draw);
}

TEST(PoolDifference, AddsUpFaults) {
  std::vector<PoolBoard> boards{pool_board(0, 0), pool_board(0, 0)};
  boards[0].of_new.faults = {1, 0};
  boards[1].of_old.faults = {0, 2};
  EXPECT_EQ(pool_difference(boards).faults, (std::array{1, 2}));
}

}  // namespace
}  // namespace tichu::arena
