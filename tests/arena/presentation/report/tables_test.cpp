#include "arena/presentation/report/tables.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "arena/presentation/report/results_files.h"
#include "arena/presentation/report/shared_ranks.h"
#include "tests/arena/presentation/report/example_report.h"

namespace tichu::arena {
namespace {

TEST(Tables, StandingsAreThese) {
  EXPECT_EQ(
      standings_table(example_report()),
      R"(#  bot        Elo  ±95%  pts/round    ±95%  boards  won  drawn  lost  Tichu  made  Grand  made  double  bombs  faults
1  steady     +75  ±221      +49.9  ±115.6       2    1      1     0  25.0%   50%  12.5%  100%   25.0%  37.5%       0
2  böse, "x"  -75  ±221      -49.9  ±115.6       2    0      1     1      -     -      -     -       -      -       2
)");
}

TEST(Tables, CrosstableIsThis) {
  EXPECT_EQ(crosstable(example_report()),
            R"(points per round  steady  böse, "x"
steady                        +50.0
böse, "x"          -50.0

boards won-drawn-lost  steady  böse, "x"
steady                             1-1-0
böse, "x"               0-1-1

likely the stronger  steady  böse, "x"
steady                             75%
böse, "x"               25%

head to head  steady  böse, "x"
steady                      77%
böse, "x"        23%
)");
}

TEST(Tables, ShowNoNumberWhereThereIsNone) {
  TournamentReport report = example_report();
  report.standings = rate({}, std::vector<PlayFigures>(2));
  const std::string table = standings_table(report);
  EXPECT_EQ(table.find("nan"), std::string::npos);
  EXPECT_EQ(table.find("inf"), std::string::npos);
  EXPECT_NE(table.find("\n-  steady"), std::string::npos) << table;
  EXPECT_NE(crosstable(report).find('-'), std::string::npos);
}

TEST(Tables, NameNobodyFirstAmongEquals) {
  TournamentReport report = example_report();
  EXPECT_EQ(tie_note(report), "");
  std::vector<RatedBoard> boards(1);
  boards[0].entrants = {EntrantId{0}, EntrantId{1}};
  report.standings = rate(boards, std::vector<PlayFigures>(2));
  EXPECT_EQ(tie_note(report), "") << "no board is stored";
  report.results.boards = boards;
  report.places = {{EntrantId{1}, 0.5, 0, 1}, {EntrantId{0}, 0.5, 0, 1}};
  EXPECT_EQ(tie_note(report),
            "2 entrants are tied for first place by rounds won.\n2 entrants are tied for first place by Elo and "
            "points.\n");
  EXPECT_EQ(shared_ranks(report.standings), (std::vector<std::size_t>{1, 1}));
  EXPECT_NE(places_table(report).find("    1  steady"), std::string::npos) << places_table(report);
  EXPECT_NE(places_table(report).find("    1  böse"), std::string::npos);
  report.places[1].rank = 2;
  EXPECT_EQ(tie_note(report), "2 entrants are tied for first place by Elo and points.\n");
}

TEST(Tables, NameWhoSeemToPlayTheSame) {
  TournamentReport report = example_report();
  report.results.boards.resize(1);
  report.standings.alike = {{0, 1}};
  EXPECT_EQ(tie_note(report),
            "böse, \"x\", steady seem to play the same: every board between them ended at 0 points.\n");
}

TEST(Tables, NameGroupsThatNeverMetAndCompareThemNowhere) {
  TournamentReport report;
  std::vector<RatedBoard> boards(2);
  for (int bot = 0; bot < 15; ++bot) {
    report.config.bots.emplace_back().name = "bot" + std::to_string(bot);
  }
  boards[0].entrants = {EntrantId{0}, EntrantId{2}};
  boards[1].entrants = {EntrantId{1}, EntrantId{3}};
  report.entrants = entrants_of(report.config);
  report.standings = rate(boards, std::vector<PlayFigures>(15));
  EXPECT_EQ(reading_notes(report).substr(0, reading_notes(report).find("A board is")),
            "13 groups have not met, neither directly nor through others, so nothing tells which is stronger. The "
            "table lists\n"
            "them one after another; compare ratings, places and likelihoods only inside a group.\n"
            "  group 1: bot0, bot2\n"
            "  group 2: bot1, bot3\n"
            "  met nobody: bot4, bot5, bot6, bot7, bot8, bot9, bot10, bot11, bot12, bot13 and 1 more\n");
  const std::string table = crosstable(report);
  const std::string row = table.substr(table.find("likely the stronger"));
  EXPECT_EQ(std::count(row.begin(), row.end(), '%'), 8) << "and head to head";
  EXPECT_EQ(reading_notes(example_report()).find("groups"), std::string::npos);
}

TEST(Tables, TellWhereNoErrorCanBeEstimated) {
  TournamentReport report = example_report();
  const std::string words = "±: - if no error can be estimated";
  EXPECT_EQ(reading_notes(report).find(words), std::string::npos);
  std::vector<RatedBoard> boards(3);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    boards[i].board = BoardNumber(i);
    boards[i].entrants = {EntrantId{0}, EntrantId{1}};
    boards[i].result = {30, BoardVerdict::Win, {}, 1.0, 2};
  }
  report.standings = rate(boards, std::vector<PlayFigures>(2));
  EXPECT_NE(reading_notes(report).find(words), std::string::npos);
  EXPECT_NE(standings_table(report).find("+30.0     -       3"), std::string::npos) << standings_table(report);
}

TEST(Tables, TellThatErrorsOfFewBoardsAreTooNarrow) {
  for (const std::size_t count : {29U, 30U}) {
    TournamentReport report = example_report();
    std::vector<RatedBoard> boards(count);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      boards[i].board = BoardNumber(i);
      boards[i].entrants = {EntrantId{0}, EntrantId{1}};
      boards[i].result = {i % 2 == 0 ? 30.0 : -30.0, i % 2 == 0 ? BoardVerdict::Win : BoardVerdict::Loss, {}, 1.0, 2};
    }
    report.standings = rate(boards, std::vector<PlayFigures>(2));
    EXPECT_EQ(reading_notes(report).find("fewer than 30 boards") != std::string::npos, count == 29);
  }
}

TEST(Tables, CountFaultsByBotAndKind) {
  EXPECT_EQ(fault_table(example_report()),
            "faults of  number  kind   the first\n"
            "böse, \"x\"       2  crash  job 0: was ended by signal 11 (SIGSEGV)\n"
            "all             2\n");
  TournamentReport report = example_report();
  report.faults.clear();
  EXPECT_EQ(fault_table(report), "");
}

TEST(Tables, CountRetriesBesideFaults) {
  TournamentReport report = example_report();
  report.usage = {{BotId{0}, {}, {}}, {BotId{1}, {}, {}}};
  report.usage[1].time.retries = 3;
  EXPECT_NE(fault_table(report).find("steady          3  retries  no faults: asked again after an illegal"),
            std::string::npos)
      << fault_table(report);
  report.faults.clear();
  EXPECT_NE(fault_table(report).find("all             0"), std::string::npos) << fault_table(report);
  EXPECT_NE(results_json(report).find(R"("bot": "steady",
      "count": 3)"),
            std::string::npos);
}

TEST(Tables, OfTooManyHaveNoCrosstable) {
  TournamentReport report = example_report();
  report.config.bots.clear();
  for (std::size_t i = 0; i <= MaxCrosstable; ++i) {
    BotSpec bot;
    bot.name = "bot" + std::to_string(i);
    report.config.bots.push_back(bot);
  }
  report.entrants = entrants_of(report.config);
  report.standings = rate({}, std::vector<PlayFigures>(MaxCrosstable + 1));
  EXPECT_EQ(crosstable(report), "");
}

TEST(Tables, TellWhatDuplicationGainedWhereThatIsKnown) {
  TournamentReport report = example_report();
  EXPECT_EQ(duplication_note(report), "");
  report.duplication = {100, 10'000, 2'500, 2.0};
  EXPECT_EQ(duplication_note(report),
            "Playing the same cards at 2 tables told as much as 2.00 times as many tables with fresh cards\n"
            "(standard deviation of a table 100, of a board 50 points per round).\n");
}

TEST(Tables, NotesNameTheAnchorAndWhatIsNotTold) {
  const std::string notes = reading_notes(example_report());
  EXPECT_NE(notes.find("the mean of all bots here is 0"), std::string::npos);
  EXPECT_NE(notes.find("Not told:"), std::string::npos);
  TournamentReport report = example_report();
  report.config.anchor = RatingAnchor{"steady", 1500};
  EXPECT_NE(reading_notes(report).find("Elo: steady is set to 1500, and errors are relative to it.\n"),
            std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
