#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "arena/tournament/league.h"
#include "arena/tournament/play/isolation.h"
#include "arena/tournament/play/run_tournament.h"
#include "arena/tournament/schedule/make_schedule.h"
#include "arena/tournament/tournament.h"
#include "tests/arena/tournament/play/small_tournament.h"

namespace tichu::arena {
namespace {

using tests::bundled_bot;
using tests::PatientLimits;

TournamentConfig ladder_config(const std::filesystem::path& results, std::uint64_t limit) {
  TournamentConfig config;
  config.name = "ladder";
  config.results = results;
  config.seed = 5;
  config.boards = 4;
  config.schedule.kind = ScheduleKind::Ladder;
  config.schedule.limit = limit;
  config.bots = {bundled_bot("greedy"), bundled_bot("lowest"), bundled_bot("random")};
  config.concurrency = 3;
  config.limits = PatientLimits;
  return config;
}

LadderEntry entry(const std::string& name, const std::string& as = "", const std::string& owner = "") {
  LadderEntry entry;
  entry.bot = bundled_bot(name, BotKind::Plugin, as);
  entry.owner = owner;
  return entry;
}

/// Does something when so many boards of this run are finished.
class AtBoard : public TournamentObserver {
 public:
  AtBoard(int board, std::function<void()> act) : board_(board), act_(std::move(act)) {}

  void board_finished(const FinishedJob& /*finished*/) override {
    if (++seen_ == board_) act_();
  }
  void noted(const RunNote& note) override { notes += note.text + "\n"; }
  int seen() const { return seen_; }

  std::string notes;

 private:
  int board_;
  std::function<void()> act_;
  int seen_ = 0;
};

Tournament must(OrInputError<Tournament> tournament) {
  if (!tournament) throw std::runtime_error(tournament.error().text());
  return std::move(tournament.value());
}

void play(OrInputError<Tournament> tournament, TournamentObserver& observer, int most = 1'000'000) {
  int seen = 0;
  AtBoard stop(most, [&] { seen = most; });
  must(std::move(tournament)).run([&] { return seen == most; }, Observers({&observer, &stop}));
}

std::vector<LadderMeeting> meetings_of(const std::vector<LadderMeeting>& meetings, EntrantId entrant) {
  std::vector<LadderMeeting> own;
  for (const LadderMeeting& meeting : meetings) {
    if (meeting.entrants[0] == entrant || meeting.entrants[1] == entrant) own.push_back(meeting);
  }
  return own;
}

/// That a schedule which is told nothing but the results and the changes decides what is stored.
void expect_replayed(const Tournament& tournament) {
  TournamentConfig founded = tournament.config();
  std::map<JobNumber, std::pair<Job, BoardResult>> stored;
  tournament.each_board(
      [&](const StoredBoard& board) {
        stored.emplace(board.job.number, std::pair(board.job, board.result));
        return true;
      },
      [](const DamagedJob& damaged) { FAIL() << to_text(damaged); });
  const std::unique_ptr<Schedule> schedule = make_schedule(founded);
  OpenSchedule& ladder = *schedule->open();
  ladder.recall({}, League::open(tournament.folder(), "test").value().changes());
  for (const auto& [number, played] : stored) {
    const auto next = ladder.next();
    ASSERT_TRUE(std::holds_alternative<Job>(next)) << number;
    ASSERT_EQ(std::get<Job>(next), played.first) << number;
    ladder.report(played.first, played.second);
  }
  const std::vector<LadderMeeting> decided = ladder.take_decided();
  std::vector<LadderMeeting> meetings = League::open(tournament.folder(), "test").value().meetings();
  ASSERT_LE(decided.size(), meetings.size());
  meetings.resize(decided.size());
  EXPECT_EQ(meetings, decided);
}

/// What was asked for, without what boards were found to take: that depends on how busy the machine is.
std::vector<TakenChange> asked_changes(const Tournament& tournament) {
  std::vector<TakenChange> changes = League::open(tournament.folder(), "test").value().changes();
  std::erase_if(changes, [](const TakenChange& taken) { return taken.change.kind == ChangeKind::Cost; });
  return changes;
}

TEST(PlayedLadder, TakesInWhoEntersWhileItRuns) {
  const TemporaryFolder results;
  const std::filesystem::path folder = results.path() / "ladder";
  AtBoard observer(60, [&] {
    const auto entered = League::enter(folder, entry("steady", "steady@2"));
    ASSERT_TRUE(entered) << entered.error().text();
    EXPECT_EQ(*entered, EntrantId{3});
    ASSERT_TRUE(League::retire(folder, "random"));
  });
  play(Tournament::create(ladder_config(results.path(), 1'500), "test", {}), observer);
  EXPECT_EQ(observer.seen(), 1'500);
  const Tournament tournament = must(Tournament::open(folder, "test"));
  const std::vector<TakenChange> changes = asked_changes(tournament);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].change.kind, ChangeKind::Enter);
  EXPECT_EQ(changes[1].change.kind, ChangeKind::Retire);
  const std::vector<LadderMeeting> meetings = League::open(tournament.folder(), "test").value().meetings();
  const auto entered = meetings_of(meetings, EntrantId{3});
  ASSERT_FALSE(entered.empty());
  EXPECT_GE(entered.front().first_job, changes[0].job);
  EXPECT_LT(meetings_of(meetings, EntrantId{2}).back().first_job, changes[1].job);
  const std::vector<FieldEntrant> field = League::open(folder, "test").value().field();
  ASSERT_EQ(field.size(), 4u);
  EXPECT_EQ(field[2].state, EntrantState::Retired);
  EXPECT_EQ(field[3].since, changes[0].job);
  const TournamentReport report = tournament.report();
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.standings.ranked.front().entrant, EntrantId{3});
  EXPECT_NE(observer.notes.find("steady@2 has entered, from job"), std::string::npos) << observer.notes;
  expect_replayed(tournament);
}

TEST(PlayedLadder, NotesTheSandboxOfAStrangerThatEntersWhileItRuns) {
  const TemporaryFolder results;
  const std::filesystem::path folder = results.path() / "ladder";
  LadderEntry stranger = entry("greedy");
  stranger.bot = bundled_bot("greedy", BotKind::Program, "stranger");
  stranger.bot.trusted = false;
  AtBoard observer(10, [&] { ASSERT_TRUE(League::enter(folder, stranger)); });
  TournamentConfig config = ladder_config(results.path(), 100);
  config.sandbox.kind = SandboxKind::Landlock;
  TournamentConfig entered = config;
  entered.bots.push_back(stranger.bot);
  if (const auto found = isolate(entered); !found) GTEST_SKIP() << found.error();
  play(Tournament::create(config, "test", {}), observer);
  const std::vector<Played<UsedSandbox>> sandboxes = TournamentStore::resume(folder)->runs().sandboxes;
  ASSERT_EQ(sandboxes.size(), 1u);
  EXPECT_EQ(sandboxes[0].what.kind, "landlock");
  EXPECT_FALSE(sandboxes[0].what.protections.empty());
}

TEST(PlayedLadder, GoesOnWithTheSameFieldAfterEveryStop) {
  const TemporaryFolder results;
  const std::filesystem::path folder = results.path() / "ladder";
  Observers nobody;
  play(Tournament::create(ladder_config(results.path(), 1'000), "test", {}), nobody, 40);
  ASSERT_TRUE(League::enter(folder, entry("steady")));
  ASSERT_TRUE(League::pause(folder, "greedy"));
  for (int run = 0; run < 6; ++run) {
    AtBoard observer(10, [&] {
      if (run == 1) {
        EXPECT_TRUE(League::bring_back(folder, "greedy"));
      }
      if (run == 2) {
        EXPECT_TRUE(League::enter(folder, entry("greedy", "greedy@2", "anna")));
      }
    });
    play(Tournament::reopen(folder, {}), observer, 50 + 17 * run);
  }
  play(Tournament::reopen(folder, {}), nobody);
  const Tournament tournament = must(Tournament::open(folder, "test"));
  EXPECT_EQ(tournament.board_count(), 1'000u);
  EXPECT_EQ(asked_changes(tournament).size(), 4u);
  expect_replayed(tournament);
}

TEST(PlayedLadder, BeginsWithNobodyAndWaits) {
  const TemporaryFolder results;
  const std::filesystem::path folder = results.path() / "ladder";
  TournamentConfig config = ladder_config(results.path(), 100);
  config.bots.clear();
  std::atomic<bool> begun = false;
  Observers nobody;
  Tournament tournament = must(Tournament::create(config, "test", {}));
  std::thread leader([&] {
    tournament.run(
        [&] {
          begun = true;
          return false;
        },
        nobody);
  });
  while (!begun) std::this_thread::yield();
  EXPECT_TRUE(League::enter(folder, entry("greedy")));
  EXPECT_TRUE(League::enter(folder, entry("lowest", "", "otto")));
  leader.join();
  EXPECT_EQ(must(Tournament::open(folder, "test")).board_count(), 100u);
}

TEST(PlayedLadder, RefusesWhoCannotEnterAndChangesNothing) {
  const TemporaryFolder results;
  const std::filesystem::path folder = results.path() / "ladder";
  Observers nobody;
  play(Tournament::create(ladder_config(results.path(), 20), "test", {}), nobody);
  const auto problem_of = [&](const LadderEntry& asked) {
    const auto entered = League::enter(folder, asked);
    return entered ? std::string() : entered.error().text();
  };
  EXPECT_NE(problem_of(entry("greedy")).find("in the ladder already"), std::string::npos);
  EXPECT_NE(problem_of(entry("nobody", "mine")).find("cannot play"), std::string::npos);
  EXPECT_NE(problem_of(entry("steady", "st\n")).find("control character"), std::string::npos);
  LadderEntry successor = entry("steady");
  successor.predecessor = "gredy";
  EXPECT_NE(problem_of(successor).find("did you mean \"greedy\"?"), std::string::npos);
  ASSERT_TRUE(League::retire(folder, "random"));
  EXPECT_TRUE(League::retire(folder, "random"));
  EXPECT_NE(League::bring_back(folder, "random").error().text().find("retired for good"), std::string::npos);
  EXPECT_EQ(League::open(folder, "test").value().field().size(), 3u);

  TournamentConfig cup = ladder_config(results.path(), 20);
  cup.name = "cup";
  cup.schedule = {};
  play(Tournament::create(cup, "test", {}), nobody);
  EXPECT_NE(League::enter(results.path() / "cup", entry("steady")).error().text().find("is no ladder"),
            std::string::npos);
}

struct Played {
  std::vector<std::string> records;  ///< by board
  std::string results;
  bool was_slow = false;  ///< a bot was found to be slow, by a busy machine: from then on meetings are others
};

/// On several threads, with something that is called before each attempt to play a board.
Played play_with(const TournamentConfig& config, const std::function<void(const Job&, int)>& before_board) {
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  Observers nobody;
  RunContext context{store, nobody, [] { return false; }};
  context.before_board = before_board;
  const RunSummary summary = run_tournament(config, context);
  Played played;
  each_whole_board(store, [&](const StoredBoard& board) {
    played.records.emplace_back();
    for (const StoredRound& round : board.rounds) played.records.back() += write_json_record(round.record) + "\n";
  });
  for (const StoredChange& stored : store.field().changes()) {
    if (stored.change.kind != ChangeKind::Cost || !stored.job) continue;
    played.was_slow = true;
    played.records.resize(std::min<std::size_t>(played.records.size(), stored.job->value()));
  }
  played.results = tests::figures_of(summary.report);
  return played;
}

TEST(PlayedLadder, WhatTheMachineDoesIsPlayedAgainAndNeverScored) {
  TournamentConfig config = ladder_config("results", 300);
  config.bots.push_back(bundled_bot("greedy", BotKind::Program, "program"));
  std::atomic<int> failures = 0;
  const auto fail_often = [&](const Job& job, int attempt) {
    // One board in twenty, and of these every third twice.
    if (job.number.value() % 20 != 7) return;
    if (attempt > (job.number.value() % 60 == 7 ? 2 : 1)) return;
    ++failures;
    if (attempt == 2) throw std::bad_alloc();
    throw std::system_error(EMFILE, std::generic_category(), "cannot make a pipe");
  };
  Played undisturbed = play_with(config, {});
  Played disturbed = play_with(config, fail_often);
  EXPECT_EQ(failures, 15 + 5);
  if (!undisturbed.was_slow && !disturbed.was_slow) {
    EXPECT_EQ(disturbed.results, undisturbed.results);
  }
  const std::size_t boards = std::min(undisturbed.records.size(), disturbed.records.size());
  EXPECT_GT(boards, 7U);  // the first that failed is among them
  undisturbed.records.resize(boards);
  disturbed.records.resize(boards);
  EXPECT_EQ(disturbed.records, undisturbed.records);
}

TEST(PlayedLadder, AMachineThatKeepsFailingEndsTheRunAndScoresNothing) {
  const TournamentConfig config = ladder_config("results", 50);
  const TemporaryFolder folder;
  TournamentStore store = TournamentStore::create(folder.path(), config, "test");
  Observers nobody;
  RunContext context{store, nobody, [] { return false; }};
  context.before_board = [](const Job& job, int /*attempt*/) {
    if (job.number == JobNumber(10)) throw std::system_error(ENOMEM, std::generic_category(), "cannot make a process");
  };
  EXPECT_THROW(run_tournament(config, context), std::system_error);
  EXPECT_FALSE(store.boards().has_job(JobNumber(10)));
  EXPECT_TRUE(store.bots().faults(refuse_damage).empty());
}

}  // namespace
}  // namespace tichu::arena
