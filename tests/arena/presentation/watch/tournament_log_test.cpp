#include "arena/presentation/watch/tournament_log.h"

#include <gtest/gtest.h>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(TournamentLog, WritesLinesOfItsLevelAndAboveIntoItsFile) {
  const TemporaryFolder folder;
  {
    TournamentLog log(folder.path(), LogLevel::Warning);
    log.info("too quiet");
    log.warning("loud");
    log.warning_in_file("for the file");
  }
  const std::string text = bytes_of(folder.path() / "arena.log");
  EXPECT_EQ(text.find("too quiet"), std::string::npos);
  EXPECT_NE(text.find(" warning loud\n"), std::string::npos);
  EXPECT_NE(text.find(" warning for the file\n"), std::string::npos);
}

TEST(TournamentLog, HasALineForEveryFaultInTheFileAndTheFirstFewOnTheConsole) {
  const TemporaryFolder folder;
  TournamentConfig config;
  config.bots.resize(1);
  config.bots[0].name = "mine";
  FinishedJob job;
  job.job = {JobNumber(12), BoardNumber(5), {}};
  job.faults = {
      {JobNumber(12), SeatingNumber(1), RoundNumber(0), Seat(3), BotId{0}, FaultKind::Timeout, "no answer", ""}};
  testing::internal::CaptureStderr();
  {
    TournamentLog log(folder.path(), LogLevel::Info);
    log.started({config, {}, std::nullopt});
    for (int i = 0; i < 10; ++i) log.board_finished(job);
  }
  const std::string console = testing::internal::GetCapturedStderr();
  const std::string file = bytes_of(folder.path() / "arena.log");
  const std::string line = "fault: mine at seat 3, job 12 (board 5, seating 1, round 0): timeout: no answer";
  EXPECT_NE(file.find(line), std::string::npos);
  EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 10);
  EXPECT_EQ(std::count(console.begin(), console.end(), '\n'), 3);
}

}  // namespace
}  // namespace tichu::arena
