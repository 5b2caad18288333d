#include "arena/tournament/play/run_tournament.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "arena/tournament/play/tried_bots.h"
#include "tests/arena/tournament/play/small_tournament.h"

namespace tichu::arena {
namespace {

using tests::bundled_bot;
using tests::figures_of;
using tests::run;
using tests::RunLeavings;
using tests::small_tournament;

TEST(RunTournament, PlaysEveryBoardOfEveryPairing) {
  const RunLeavings played = run(small_tournament());
  EXPECT_FALSE(played.outcome.stopped);
  EXPECT_EQ(played.stored, 60u);
  EXPECT_EQ(played.outcome.rounds, 120u);
  for (const Standing& standing : played.outcome.report.standings.ranked) {
    EXPECT_EQ(standing.count.boards(), 24u);
    EXPECT_EQ(standing.figures.rounds, 48u);
  }
}

TEST(RunTournament, TellsWhatEachBotUsed) {
  const TournamentReport report = run(small_tournament()).outcome.report;
  ASSERT_EQ(report.usage.size(), 4u);
  for (const BotUsage& usage : report.usage) {
    const BotSpec& bot = report.config.bots[static_cast<std::size_t>(usage.bot)];
    EXPECT_GT(usage.time.decisions, 0u) << bot.name;
    EXPECT_EQ(usage.resources.starts > 0, bot.kind == BotKind::Program) << bot.name;
    EXPECT_EQ(usage.resources.processor.count() > 0, bot.kind == BotKind::Program) << bot.name;
    EXPECT_EQ(usage.resources.peak_memory > 0, bot.kind == BotKind::Program) << bot.name;
  }
}

TEST(RunTournament, GivesTheSameBytesOnOneAndOnEightThreads) {
  TournamentConfig config = small_tournament();
  config.concurrency = 1;
  const RunLeavings one = run(config);
  config.concurrency = 8;
  const RunLeavings eight = run(config);
  EXPECT_EQ(one.records, eight.records);
  EXPECT_EQ(figures_of(one.outcome.report), figures_of(eight.outcome.report));
}

TEST(RunTournament, GivesTheSameBytesOnOneAndOnEightThreadsInEverySchedule) {
  TournamentConfig config = small_tournament();
  config.pairs.clear();
  config.boards = 3;
  for (BotSpec& bot : config.bots) bot = bundled_bot(bot.name);
  for (const ScheduleKind kind : {ScheduleKind::Gauntlet, ScheduleKind::Swiss, ScheduleKind::Knockout,
                                  ScheduleKind::Mixed, ScheduleKind::Ladder}) {
    config.schedule.kind = kind;
    config.schedule.limit = kind == ScheduleKind::Ladder ? std::optional<std::uint64_t>(40) : std::nullopt;
    config.concurrency = 1;
    const RunLeavings one = run(config);
    config.concurrency = 8;
    const RunLeavings eight = run(config);
    EXPECT_FALSE(one.outcome.stopped);
    EXPECT_EQ(one.records, eight.records) << to_text(kind);
    EXPECT_EQ(figures_of(one.outcome.report), figures_of(eight.outcome.report)) << to_text(kind);
  }
}

TEST(RunTournament, RanksByAllRoundsOfASwissTournament) {
  TournamentConfig config = small_tournament();
  config.schedule.kind = ScheduleKind::Swiss;
  config.schedule.rounds = 3;
  const RunLeavings played = run(config);
  double points = 0;
  for (const Place& place : played.outcome.report.places) points += place.points;
  // Two pairings and a bye in each round.
  EXPECT_EQ(points, 3 * 3);
}

TEST(RunTournament, PlaysAsManyTablesABoardAsTheSeatingsSay) {
  TournamentConfig config = small_tournament();
  config.boards = 2;
  config.seatings = Seatings::Rotate;
  EXPECT_EQ(run(config).outcome.rounds, 10u * 2 * 4);
  config.seatings = Seatings::Single;
  EXPECT_EQ(run(config).outcome.rounds, 10u * 2);
}

TEST(RunTournament, GivesTheSameRecordsForPluginsAndPrograms) {
  TournamentConfig config = small_tournament();
  const RunLeavings mixed = run(config);
  for (const BotKind kind : {BotKind::Plugin, BotKind::Program}) {
    for (BotSpec& bot : config.bots) bot = bundled_bot(bot.name, kind);
    EXPECT_EQ(run(config).records, mixed.records);
  }
}

TEST(RunTournament, GivesOtherRecordsForAnotherSeed) {
  TournamentConfig config = small_tournament();
  config.boards = 1;
  const RunLeavings first = run(config);
  config.seed = 4;
  EXPECT_NE(run(config).records, first.records);
}

TEST(RunTournament, StopsWhenAskedAndKeepsWhatWasPlayed) {
  TournamentConfig config = small_tournament();
  config.boards = 100'000;
  int asked = 0;
  const RunLeavings stopped = run(config, [&asked] { return ++asked > 2; });
  EXPECT_TRUE(stopped.outcome.stopped);
  EXPECT_GT(stopped.stored, 0u);
  EXPECT_LT(stopped.stored, 1'000'000u);
  EXPECT_EQ(stopped.outcome.report.boards_planned, 1'000'000u);
  EXPECT_EQ(stopped.outcome.rounds, 2 * stopped.stored);
}

TEST(RunTournament, TakesABrokenBotForALoserAndLeavesTheOthersAlone) {
  TournamentConfig config;
  config.name = "broken";
  config.boards = 5;
  config.bots = {bundled_bot("greedy"), bundled_bot("lowest")};
  const RunLeavings sound = run(config);
  BotSpec broken;
  broken.name = "broken";
  broken.kind = BotKind::Program;
  broken.path = "/bin/false";
  config.bots.push_back(broken);
  const RunLeavings with_broken = run(config);

  const auto& standings = with_broken.outcome.report.standings;
  EXPECT_EQ(standings.ranked.back().entrant, EntrantId{2});
  EXPECT_EQ(standings.ranked.back().count, (WinCount{0, 0, 10}));
  EXPECT_EQ(standings.ranked.back().figures.faults, 20u);
  EXPECT_EQ(with_broken.outcome.report.faults.size(), 20u);
  for (const FinishedFault& fault : with_broken.outcome.report.faults) EXPECT_EQ(fault.bot, BotId{2});
  // The first pairing is that of the sound bots: its records come first and are the same.
  EXPECT_TRUE(with_broken.records.starts_with(sound.records));
}

/// A process that may open no more files.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit enough{512, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &enough);
    for (int file = ::dup(STDERR_FILENO); file >= 0; file = ::dup(STDERR_FILENO)) files_.push_back(file);
  }
  ~NoMoreFiles() {
    for (const int file : files_) ::close(file);
    ::setrlimit(RLIMIT_NOFILE, &before_);
  }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit before_{};
  std::vector<int> files_;
};

TEST(RunTournament, AFailureOfTheHostEndsTheTournamentAndIsNoBotsFault) {
  TournamentConfig config = small_tournament();
  config.bots = {bundled_bot("greedy", BotKind::Program), bundled_bot("lowest", BotKind::Program)};
  config.pairs.clear();
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  store.add({});  // opens what it needs
  Observers nobody;
  {
    const NoMoreFiles limit;
    EXPECT_THROW(run_tournament(config, {store, nobody, [] { return false; }}), std::system_error);
  }
  EXPECT_EQ(store.boards().job_count(), 0u);
  EXPECT_TRUE(store.bots().faults(refuse_damage).empty());
}

TEST(RunTournament, ASubstitutePlaysOnForABrokenBot) {
  TournamentConfig config = small_tournament();
  config.bots = {bundled_bot("greedy"), bundled_bot("lowest")};
  config.pairs.clear();
  config.bots[1].kind = BotKind::Program;
  config.bots[1].path = "/bin/false";
  config.faults = FaultPolicy::Substitute;
  const TournamentReport report = run(config).outcome.report;
  // Both seats of the broken bot at both tables of each board.
  EXPECT_EQ(report.faults.size(), 4 * config.boards);
  for (const Standing& standing : report.standings.ranked) {
    EXPECT_EQ(standing.figures.rounds, 2 * config.boards);
    EXPECT_EQ(standing.figures.faults, standing.entrant == EntrantId{1} ? 4 * config.boards : 0);
  }
}

/// Two sound bots and one that ends before it has greeted, and is given up.
TournamentConfig tournament_with_a_given_up_bot(FaultPolicy policy) {
  TournamentConfig config = small_tournament();
  config.bots = {bundled_bot("greedy"), bundled_bot("broken", BotKind::Program), bundled_bot("lowest")};
  config.bots[1].path = "/bin/false";
  config.pairs.clear();
  config.faults = policy;
  config.give_up_after = 4;
  config.concurrency = 1;
  return config;
}

TEST(RunTournament, ABotIsNotStartedAnyMoreAfterManyBoardsInARowAtFault) {
  for (const FaultPolicy policy : {FaultPolicy::Forfeit, FaultPolicy::Substitute}) {
    TournamentConfig config = tournament_with_a_given_up_bot(policy);
    const RunLeavings one = run(config);
    const TournamentReport& report = one.outcome.report;
    const bool plays_on = policy == FaultPolicy::Substitute;
    // Twelve boards of two tables; of these the first four are tried. A substitute takes both seats.
    std::size_t crashes = 0;
    std::size_t given_up = 0;
    for (const FinishedFault& fault : report.faults) {
      EXPECT_EQ(fault.bot, BotId{1});
      if (fault.kind == FaultKind::Crash) ++crashes;
      if (fault.kind == FaultKind::GivenUp) ++given_up;
    }
    EXPECT_EQ(crashes, plays_on ? 16u : 8u);
    EXPECT_EQ(given_up, plays_on ? 32u : 16u);
    ASSERT_EQ(report.usage.size(), 3u);
    EXPECT_EQ(report.usage[1].resources.starts, crashes);
    EXPECT_EQ(report.standings.ranked.back().entrant, EntrantId{1});
    config.concurrency = 8;
    const RunLeavings eight = run(config);
    EXPECT_EQ(eight.records, one.records);
    EXPECT_EQ(figures_of(eight.outcome.report), figures_of(report));
  }
}

TEST(RunTournament, AResumedTournamentGivesUpTheSameBots) {
  TournamentConfig config = tournament_with_a_given_up_bot(FaultPolicy::Forfeit);
  const RunLeavings whole = run(config);
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  Observers nobody;
  int looks = 0;
  while (run_tournament(config, {store, nobody, [&looks] { return ++looks % 3 == 0; }}).stopped) {
  }
  std::string records;
  each_whole_board(store, [&records](const StoredBoard& board) {
    for (const StoredRound& round : board.rounds) records += write_json_record(round.record) + "\n";
  });
  EXPECT_EQ(records, whole.records);
}

TEST(TriedBots, NamesTheOneThatCannotPlay) {
  TournamentConfig config = small_tournament();
  config.bots[1].path = "/bin/false";
  const auto tried = tried_bots(config, config.bots, "here");
  ASSERT_TRUE(tried);
  ASSERT_EQ(tried->broken.size(), 1u);
  const std::string& reason = tried->broken[0].reason;
  EXPECT_TRUE(reason.starts_with("bot \"greedy\" (/bin/false) cannot play: ")) << reason;
}

}  // namespace
}  // namespace tichu::arena
