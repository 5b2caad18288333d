#include "arena/tournament/config/unclosed_string.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

/// "line:column quote", or "none".
std::string found(std::string_view toml) {
  const auto place = unclosed_string(toml);
  return place ? std::to_string(place->line) + ":" + std::to_string(place->column) + " " + place->quote : "none";
}

TEST(UnclosedString, BeginsWhereItsFirstQuoteIs) {
  EXPECT_EQ(found("name = \"x"), "1:8 \"");
  EXPECT_EQ(found("name = \"x\nseed = 1\n"), "1:8 \"");
  EXPECT_EQ(found("seed = 1\r\nname = 'x\r\n"), "2:8 '");
  EXPECT_EQ(found("a = 1\nb = [\"c\", \"d]\n"), "2:11 \"");
  EXPECT_EQ(found("a = \"\"\"one\ntwo\"\"\n"), "1:5 \"\"\"");
  EXPECT_EQ(found("a = '''one\ntwo"), "1:5 '''");
}

TEST(UnclosedString, IsNoneIfAllAreClosed) {
  for (const char* toml :
       {"", "name = \"x\"", "name = 'x' # it's \"open\n", "a = \"\"\nb = ''\n", "a = \"\"\"x\ny\"\"\"\n",
        "a = \"\"\"\"quoted\"\"\"\"\"\nb = 1", "a = \"\\\"\"\n", "a = 'C:\\'\n", "# \"\n"}) {
    EXPECT_EQ(found(toml), "none") << toml;
  }
}

TEST(UnclosedString, IsNotClosedByAnEscapedQuote) {
  EXPECT_EQ(found("a = \"x\\\"\nb = 1"), "1:5 \"");
  EXPECT_EQ(found("a = \"x\\"), "1:5 \"");
}

TEST(UnclosedString, CountsColumnsInCharacters) { EXPECT_EQ(found("\"\u00e4\" = \"\u00e4"), "1:7 \""); }

}  // namespace
}  // namespace tichu::arena
