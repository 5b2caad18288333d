#include "arena/statistics/rating/results_csv.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <tuple>
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
  EXPECT_FALSE(table.has(ResultKind::Points));
  EXPECT_EQ(table.names, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(table.scores.size(), 2u);
  EXPECT_EQ(table.scores[1].entrants[0], EntrantId{1});
  EXPECT_EQ(table.scores[1].value, 0.5);
  EXPECT_NE(table.scores[0].board, table.scores[1].board);
}

TEST(ResultsCsv, ReadsPointsAndBoardsWindowsLinesQuotesAndEmptyLines) {
  const ResultsTable table = good(
      "\xef\xbb\xbf"
      "bot_a,bot_b,points,board\r\n\r\n\"a,\"\"x\"\"\",b,-12.5,7\r\nb,c,3,7");
  EXPECT_FALSE(table.has(ResultKind::Score));
  EXPECT_EQ(table.names[0], "a,\"x\"");
  EXPECT_EQ(table.points[0].value, -12.5);
  EXPECT_EQ(table.points[0].board, BoardNumber(7));
  EXPECT_EQ(table.points[1].board, BoardNumber(7));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{3, 4}));
}

TEST(ResultsCsv, OfNothingIsEmpty) { EXPECT_TRUE(good("").names.empty()); }

constexpr const char* Heading =
    "job,board,first,second,tables,rounds,first_points,second_points,margin,result,score,first_faults,second_faults";
constexpr const char* TeamHeading = ",first_bot,first_partner,second_bot,second_partner\n";

TEST(ResultsCsv, ReadsBoardsAsTheArenaExportsThem) {
  const ResultsTable table = good(
      std::string(Heading) + "\n0,0,x,'=y,2,2,300,100,100.0000,won,0.75,0,0\n1,0,x,z,2,2,0,50,-25.0000,lost,0,0,0\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"x", "=y", "z"}));
  ASSERT_EQ(table.scores.size(), 2u);
  EXPECT_EQ(table.scores[0].value, 0.75);
  EXPECT_EQ(table.points[1].value, -25);
  EXPECT_EQ(table.points[0].board, table.points[1].board);
  EXPECT_EQ(table.members[0], (std::array<std::string, 2>{"x", "x"}));
}

TEST(ResultsCsv, ABotMayHaveTheNameOfAColumn) {
  const ResultsTable table = good("board,first,second,margin\n0,x,points,5\n0,first,second,5\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"x", "points", "first", "second"}));
  EXPECT_EQ(good("first,second,0.5\n").scores.size(), 1u);
}

TEST(ResultsCsv, TakesTheBotsOfATeamFromTheirColumns) {
  const ResultsTable table =
      good(std::string(Heading) + TeamHeading + "0,0,friends,x+y,2,2,3,1,1,won,0.75,0,0,x,y,x+y,x+y\n");
  EXPECT_EQ(table.members[0], (std::array<std::string, 2>{"x", "y"}));
  EXPECT_EQ(table.members[1], (std::array<std::string, 2>{"x+y", "x+y"}));
}

TEST(ResultsCsv, BoardsOfTournamentsOneAfterAnotherHaveCardsOfTheirOwn) {
  const std::string first = "0,7,x,y,2,2,3,1,1,won,0.75,0,0\n1,7,x,z,2,2,3,1,1,won,0.75,0,0\n";
  const std::string heading = std::string(Heading) + "\n";
  // With a heading each, and without: numbers of jobs rise within a tournament.
  for (const std::string& text : {heading + first + heading + first, heading + first + first}) {
    const ResultsTable table = good(text);
    ASSERT_EQ(table.points.size(), 4u);
    EXPECT_EQ(table.names.size(), 3u);
    EXPECT_EQ(table.points[0].board, table.points[1].board);
    EXPECT_NE(table.points[1].board, table.points[2].board);
    EXPECT_EQ(table.points[2].board, table.points[3].board);
  }
  const ResultsTable plain = good("bot_a,bot_b,points,board\nx,y,1,0\nbot_a,bot_b,points,board\nx,y,1,0\n");
  EXPECT_NE(plain.points[0].board, plain.points[1].board);
}

TEST(ResultsCsv, RefusesExportedBoardsWithLineAndColumn) {
  const std::string heading = std::string(Heading) + "\n";
  const std::string teams = std::string(Heading) + TeamHeading;
  const std::string row = "0,0,x,y,2,2,3,1,1,won,0.75,0,0\n";
  const std::vector<std::tuple<std::string, std::size_t, const char*>> cases{
      {heading + "0,0,x,y\n", 2, "has 4 fields; its heading has 13"},
      {heading + "0,0,x,y,2,2,3,1,many,won,0.75,0,0\n", 2, "column 9: \"many\" is not a number of points"},
      {heading + "0,0,x,y,2,2,3,1,1,won,1.75,0,0\n", 2, "column 11: the result \"1.75\""},
      {heading + "x,0,x,y,2,2,3,1,1,won,0.75,0,0\n", 2, "column 1: the job \"x\""},
      {heading + "0,-1,x,y,2,2,3,1,1,won,0.75,0,0\n", 2, "column 2: the board \"-1\""},
      {heading + "0,0,x,x,2,2,3,1,1,won,0.75,0,0\n", 2, "column 4: the bot \"x\" plays against itself"},
      {heading + "0,0,,x,2,2,3,1,1,won,0.75,0,0\n", 2, "column 3: a bot's name is empty"},
      {teams + "0,0,f,x,2,2,3,1,1,won,0.75,0,0,x,y,x,x\n1,0,f,x,2,2,3,1,1,won,0.75,0,0,x,z,x,x\n", 3,
       "column 3: the team \"f\" is of x and z here, and of x and y in a row before"},
      {"first,second,board\n", 1, "neither"},
      {"first,second,score,score\nx,y,1,1\n", 1, "column 3: the heading has \"score\" twice"},
      {"first,second,score,first_bot\n", 1, "only one of the columns first_bot and first_partner"},
      {"bot_a,bot_b,points\nx,y,3\n" + heading, 3, "another kind of results"},
      {"rank,name,elo,elo_error95\n", 1, "table of standings"},
  };
  for (const auto& [text, line, part] : cases) {
    const CsvError error = bad(text);
    EXPECT_EQ(error.line, line) << text;
    EXPECT_NE(error.message.find(part), std::string::npos) << error.message;
  }
}

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
