#include "engine/points.h"

#include <gtest/gtest.h>

namespace tichu {
namespace {

TEST(Points, AddSubtractAndCompareAsNumbersDo) {
  Points points(40);
  points += Points(-25);
  EXPECT_EQ(points, Points(15));
  points -= Points(20);
  EXPECT_EQ(points.value(), -5);
  EXPECT_EQ(-points + Points(1), Points(6));
  EXPECT_LT(Points(-425), Points(400));
}

}  // namespace
}  // namespace tichu
