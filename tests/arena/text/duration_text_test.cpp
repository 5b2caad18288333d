#include "arena/text/duration_text.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

TEST(DurationText, WritesDurationsForPeople) {
  EXPECT_EQ(duration_text(0ms), "0 s");
  EXPECT_EQ(duration_text(1500ms), "2 s");
  EXPECT_EQ(duration_text(200s), "3 min 20 s");
  EXPECT_EQ(duration_text(7500s), "2 h 5 min");
}

TEST(DurationText, WritesWhatWasMeasuredWithThreeDigits) {
  EXPECT_EQ(elapsed_text(std::chrono::nanoseconds(1'234'567)), "0.00123 s");
  EXPECT_EQ(elapsed_text(42'123ms), "42.1 s");
  EXPECT_EQ(elapsed_text(200s), "3 min 20 s");
}

}  // namespace
}  // namespace tichu::arena
