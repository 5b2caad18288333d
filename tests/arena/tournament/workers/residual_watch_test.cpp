#include "arena/tournament/workers/residual_watch.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

/// A tournament of two bots, of whom the first may look at the clock. On worker "blue" it scores `less` points less.
TournamentReport played(UnitBook& book, bool is_timed, double less) {
  TournamentReport report;
  report.config.bots.resize(2);
  report.config.bots[0].timed = is_timed;
  report.entrants.resize(2);
  report.entrants[0].bots = {{BotId(0), BotId(0)}};
  report.entrants[1].bots = {{BotId(1), BotId(1)}};
  const std::vector<std::string> workers{"red", "blue", "green"};
  for (std::uint64_t number = 0; number < 900; ++number) {
    const std::string& worker = workers[number % workers.size()];
    const JobNumber job(number);
    const UnitNumber unit = book.add({job}, {{}}).id.number;
    book.close(unit, UnitBook::End::Stored, worker);
    report.results.jobs.push_back(Job{job, BoardNumber(number), {EntrantId(0), EntrantId(1)}});
    RatedBoard board{BoardNumber(number), {EntrantId(0), EntrantId(1)}, {}};
    board.result.margin = 10 * static_cast<double>(number * 7 % 11) - (worker == "blue" ? less : 0);
    report.results.boards.push_back(board);
  }
  return report;
}

TEST(ResidualWatch, NamesTheWorkerOnWhichBotsPlayOtherwise) {
  const TemporaryFolder folder;
  UnitBook book(folder.path());
  const std::vector<std::string> doubts = doubts_about_workers(book, played(book, true, 40));
  ASSERT_EQ(doubts.size(), 1u);
  EXPECT_NE(doubts[0].find("otherwise on worker blue than elsewhere: its 300 boards"), std::string::npos) << doubts[0];
}

TEST(ResidualWatch, SaysNothingOfWorkersThatPlayAlike) {
  const TemporaryFolder folder;
  UnitBook book(folder.path());
  EXPECT_TRUE(doubts_about_workers(book, played(book, true, 0)).empty());
}

TEST(ResidualWatch, LooksAtBoardsOfBotsThatLookAtTheClockAlone) {
  const TemporaryFolder folder;
  UnitBook book(folder.path());
  EXPECT_TRUE(doubts_about_workers(book, played(book, false, 40)).empty()) << "others are played again";
}

}  // namespace
}  // namespace tichu::arena
