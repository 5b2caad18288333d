#include "arena/text/text_table.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(TextTable, AlignsColumnsAndLeavesNoBlanksAtTheEnd) {
  TextTable table("lr");
  table.add({"bot", "Elo"});
  table.add({"a", "+1000"});
  table.add({"longer", ""});
  EXPECT_EQ(table.text(),
            "bot       Elo\n"
            "a       +1000\n"
            "longer\n");
}

TEST(TextTable, CountsCharactersNotBytes) {
  EXPECT_EQ(shown_width("böse ±"), 6u);
  TextTable table("ll");
  table.add({"ö", "x"});
  table.add({"oo", "y"});
  EXPECT_EQ(table.text(), "ö   x\noo  y\n");
}

}  // namespace
}  // namespace tichu::arena
