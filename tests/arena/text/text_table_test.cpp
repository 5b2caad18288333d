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

TEST(TextTable, StandsInBlocksThatFitANarrowTerminal) {
  TextTable table("rlrrl");
  table.add({"#", "bot", std::string(20, 'a'), std::string(30, 'b'), "text"});
  table.add({"1", "steady", "1", "2", std::string(100, 'x')});
  const std::string text = table.text(60, 2);
  EXPECT_EQ(text, "#  bot     " + std::string(20, 'a') + "\n1  steady" + std::string(21, ' ') + "1\n\n" +
                      "#  bot     " + std::string(30, 'b') + "\n1  steady" + std::string(31, ' ') + "2\n\n" +
                      "#  bot     text\n1  steady  " + std::string(48, 'x') + "\u2026\n");
  EXPECT_EQ(table.text(), table.text(10'000));
}

TEST(TextTable, KeepsLongNamesFromFillingALine) {
  TextTable table("lr");
  table.add({std::string(64, 'n'), std::string(38, '1')});
  EXPECT_EQ(table.text(60), std::string(19, 'n') + "\u2026  " + std::string(38, '1') + "\n");
}

TEST(Wrapped, BreaksLinesAtBlanksOnly) {
  EXPECT_EQ(wrapped("a bb ccc\n12345678 9\nö ö", 5), "a bb\nccc\n12345678\n9\nö ö");
  EXPECT_EQ(wrapped("a b", AnyWidth), "a b");
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
