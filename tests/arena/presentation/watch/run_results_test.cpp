#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "arena/presentation/report/results_files.h"
#include "arena/presentation/watch/tournament_stream.h"
#include "tests/arena/tournament/play/small_tournament.h"

namespace tichu::arena {
namespace {

TEST(RunResults, AreTheSameFilesOnOneAndOnEightThreads) {
  TournamentConfig config = tests::small_tournament();
  for (BotSpec& bot : config.bots) bot = tests::bundled_bot(bot.name);
  for (const ScheduleKind kind : {ScheduleKind::RoundRobin, ScheduleKind::Ladder}) {
    config.schedule.kind = kind;
    config.schedule.limit = kind == ScheduleKind::Ladder ? std::optional<std::uint64_t>(40) : std::nullopt;
    config.concurrency = 1;
    const TournamentReport one = tests::run(config).outcome.report;
    config.concurrency = 8;
    const TournamentReport eight = tests::run(config).outcome.report;
    EXPECT_EQ(results_json(one), results_json(eight)) << to_text(kind);
    EXPECT_EQ(results_csv(one), results_csv(eight)) << to_text(kind);
  }
}

TEST(RunResults, AreToldWhileItRunsAndAtItsEnd) {
  const TournamentConfig config = tests::small_tournament();
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  TournamentLog log(folder.path(), LogLevel::Off);
  auto output = LineOutput::open((folder.path() / "events").string());
  TournamentStream stream(std::move(*output), log, "test", folder.path().string(), std::chrono::nanoseconds(0));
  stream.finished(run_tournament(config, {store, stream, [] { return false; }}));
  std::istringstream lines(bytes_of(folder.path() / "events"));
  std::map<std::string, int> types;
  for (std::string line; std::getline(lines, line);) types[line.substr(0, line.find(','))] += 1;
  EXPECT_EQ(types["{\"type\":\"board\""], 60);
  EXPECT_GE(types["{\"type\":\"standings\""], 2);
}

}  // namespace
}  // namespace tichu::arena
