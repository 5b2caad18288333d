#include "arena/text/moment_text.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(MomentText, IsInUtcWhateverTheMachinesZone) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(1'795'421'100), "2026-11-23T08:05:00Z");
}

}  // namespace
}  // namespace tichu::arena
