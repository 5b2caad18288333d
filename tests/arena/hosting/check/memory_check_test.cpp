#include <gtest/gtest.h>

#include "arena/hosting/check/checks.h"

namespace tichu::arena {
namespace {

TEST(SteadyGrowth, IsTheLeastGrowthBetweenNeighbours) {
  EXPECT_DOUBLE_EQ(steady_growth({1000, 1600, 2800, 3400}, 60), 10);
  EXPECT_DOUBLE_EQ(steady_growth({1000, 9000, 9000, 9000}, 60), 0);
}

TEST(SteadyGrowth, IsNoneWhereMemoryShrinksOrLittleIsKnown) {
  EXPECT_DOUBLE_EQ(steady_growth({5000, 4000, 3000}, 60), 0);
  EXPECT_DOUBLE_EQ(steady_growth({1000, 5000}, 60), 0);
  EXPECT_DOUBLE_EQ(steady_growth({}, 60), 0);
}

}  // namespace
}  // namespace tichu::arena
