#include "arena/tournament/workers/open_units.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(OpenUnits, AreAsManyAsCoresNeedUpToABound) {
  EXPECT_EQ(units_wanted(0), 3u);
  EXPECT_EQ(units_wanted(4), 9u);
  EXPECT_EQ(units_wanted(1'000'000), MostUnitsGivenOut);
}

}  // namespace
}  // namespace tichu::arena
