#include "arena/text/csv.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(Csv, QuotesOnlyWhereItMust) {
  EXPECT_EQ(csv_field("steady"), "steady");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST(Csv, KeepsANameFromBecomingAFormula) { EXPECT_EQ(csv_field("=1+1"), "'=1+1"); }

}  // namespace
}  // namespace tichu::arena
