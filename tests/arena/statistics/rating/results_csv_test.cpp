#include "arena/statistics/rating/results_csv.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace tichu::arena {
namespace {

ResultsTable good(const std::string& text) {
  std::istringstream input(text);
  auto read = read_results_csv(input);
  EXPECT_TRUE(read.has_value()) << read.error().message;
  return *std::move(read);
}

CsvError bad(const std::string& text) {
  std::istringstream input(text);
  auto read = read_results_csv(input);
  EXPECT_FALSE(read.has_value()) << text;
  return read.error();
}

TEST(ResultsCsv, ReadsResultsWithoutAHeading) {
  const ResultsTable table = good("a,b,1\nb,c,0.5\n");
  EXPECT_EQ(table.kind, ResultKind::Score);
  EXPECT_EQ(table.names, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(table.boards.size(), 2u);
  EXPECT_EQ(table.boards[1].entrants[0], EntrantId{1});
  EXPECT_EQ(table.boards[1].value, 0.5);
  EXPECT_NE(table.boards[0].board, table.boards[1].board);
}

TEST(ResultsCsv, ReadsPointsAndBoardsWindowsLinesQuotesAndEmptyLines) {
  const ResultsTable table = good(
      "\xef\xbb\xbf"
      "bot_a,bot_b,points,board\r\n\r\n\"a,\"\"x\"\"\",b,-12.5,7\r\nb,c,3,7");
  EXPECT_EQ(table.kind, ResultKind::Points);
  EXPECT_EQ(table.names[0], "a,\"x\"");
  EXPECT_EQ(table.boards[0].value, -12.5);
  EXPECT_EQ(table.boards[0].board, BoardNumber(7));
  EXPECT_EQ(table.boards[1].board, BoardNumber(7));
}

TEST(ResultsCsv, OfNothingIsEmpty) { EXPECT_TRUE(good("").boards.empty()); }

TEST(ResultsCsv, RefusesWithTheLine) {
  struct Case {
    std::string text;
    std::size_t line;
    const char* part;
  };
  const std::vector<Case> cases{
      {"a,b,1\na,b\n", 2, "has 2 fields"},
      {"a,b,1,2,3\n", 1, "has 5 fields"},
      {"a,b,1\na,b,win\n", 2, "is not a number"},
      {"a,b,1.5\n", 1, "is not a number"},
      {"a,b,nan\n", 1, "is not a number"},
      {"a,b,points\na,b,inf\n", 2, "not a number of points"},
      {"a,b,1\nbot_a,bot_b,points\n", 2, "heading"},
      {"a,a,1\n", 1, "against itself"},
      {",b,1\n", 1, "empty"},
      {"a,b,1,-1\n", 1, "not a whole number"},
      {"a,b,1,99999999999999999999\n", 1, "not a whole number"},
      {"\"a,b,1\n", 1, "no closing"},
      {"\"a\"x,b,1\n", 1, "beside its quotation"},
      {std::string(257, 'a') + ",b,1\n", 1, "longer than"},
      {"a,b,1\na,\x1b[2Jb,1\n", 2, "control character"},
      {"a,b\x7f,1\n", 1, "control character"},
      {"a,\xc2\x9b,1\n", 1, "control character"},
      {"a,\xff,1\n", 1, "not in UTF-8"},
  };
  for (const auto& [text, line, part] : cases) {
    const CsvError error = bad(text);
    EXPECT_EQ(error.line, line) << text;
    EXPECT_NE(error.message.find(part), std::string::npos) << error.message;
  }
}

}  // namespace
}  // namespace tichu::arena
