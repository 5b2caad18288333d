#include "arena/tournament/config/rating_anchor.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(RatingAnchor, IsANameAndANumber) {
  EXPECT_EQ(rating_anchor("steady=0"), (RatingAnchor{"steady", 0}));
  EXPECT_EQ(rating_anchor("a=b=-12.5"), (RatingAnchor{"a=b", -12.5}));
  EXPECT_EQ(rating_anchor("x=+1e3"), (RatingAnchor{"x", 1000}));
}

TEST(RatingAnchor, IsNothingElse) {
  for (const char* text : {"", "steady", "=5", "steady=", "steady=x", "steady=1x", "steady= 1", "steady=nan",
                           "steady=inf", "steady=100001", "steady=-1e9", "steady=+-1", "steady=1e999"}) {
    EXPECT_FALSE(rating_anchor(text)) << text;
  }
}

}  // namespace
}  // namespace tichu::arena
