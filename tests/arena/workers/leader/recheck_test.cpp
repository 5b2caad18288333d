#include "arena/workers/leader/recheck.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/tournament/schedule/make_schedule.h"
#include "arena/workers/broker/subjects.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/patient_limits.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

/// The workers red and blue. Each unit is a board of two bots.
class RecheckTest : public testing::Test {
 protected:
  RecheckTest() {
    for (const char* worker : {"red", "blue"}) {
      units::Hello hello;
      hello.set_worker(worker);
      hello.set_build("tichu-arena 1");
      hello.set_cores(1);
      registry_.take_hello({subject_of_hello(worker), encode(hello)});
      registry_.find(worker)->proven = 1;
    }
  }

  /// `owner`: of the second bot; empty: the tournament's own.
  static std::shared_ptr<const Roster> roster(const std::string& owner) {
    TournamentConfig config;
    config.name = "cup";
    config.seed = 3;
    config.boards = 100;
    config.bots = {tests::bundled_bot("greedy"), tests::bundled_bot("lowest")};
    config.limits = tests::PatientLimits;
    if (!owner.empty()) config.schedule.owners = {{"lowest", owner}};
    return std::make_shared<Roster>(Roster{config, entrants_of(config)});
  }

  /// What this machine plays at a board.
  BoardDigest truth(const Job& job) const {
    LocalExecutor executor;
    executor.add({UnitNumber(0), leader_.roster(), {{job, {}}}});
    while (true) {
      if (const auto result = executor.take()) return result->digests.at(0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// The next unit is stored as `worker` played it: truly or not.
  UnitNumber store(const std::string& worker, bool is_true) {
    const std::uint64_t number = next_++;
    const Job job{JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}};
    OpenUnit unit;
    unit.booked = book_.add({job.number}, {{}});
    unit.booked.state = UnitState::Stored;
    unit.booked.worker = worker;
    unit.jobs = {{job}};
    unit.unit = two_bots();
    unit.booked.digests = {is_true ? truth(job) : Invented};
    unit.booked.bots = Recheck::digest_of_bots(*unit.unit);
    book_.note(unit.booked);
    const UnitNumber stored = unit.number();
    recheck_.take_stored(std::move(unit));
    return stored;
  }

  static units::Unit two_bots() {
    units::Unit unit;
    unit.add_bots()->set_id(0);
    unit.add_bots()->set_id(1);
    return unit;
  }

  /// Until the leader has nothing to play any more.
  void go_on() {
    recheck_.give_out(now_, 1);
    while (local_.open() > 0) {
      if (const auto result = local_.take()) {
        recheck_.take_local(*result);
        recheck_.give_out(now_, 1);
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
  }

  /// The answer of a worker to the unit that is given out for a second play.
  void answer(UnitNumber unit, const std::string& worker, const BoardDigest& digest) {
    for (auto& [number, open] : units_.all()) {
      if (open.rechecked != unit) continue;
      recheck_.take_second(open, worker, {digest});
      go_on();
      return;
    }
    FAIL() << "the unit is not played again";
  }

  std::ptrdiff_t notes_with(const std::string& text) {
    for (RunNote& note : leader_.take_notes()) notes_.push_back(std::move(note.text));
    return std::count_if(notes_.begin(), notes_.end(),
                         [&](const std::string& note) { return note.find(text) != std::string::npos; });
  }

  static inline const BoardDigest Invented{std::string(16, 'x'), false};

  TemporaryFolder folder_;
  std::unique_ptr<Schedule> schedule_ = make_schedule(roster("")->config);
  JobFeed feed_{*schedule_};
  Leader leader_{feed_, roster(""), folder_.path(), [](const std::string&, std::string_view) {}, "tichu-arena 1"};
  UnitStore& book_ = leader_.book;
  OpenUnits& units_ = leader_.units;
  WorkerRegistry& registry_ = leader_.registry;
  LocalExecutor& local_ = leader_.local;
  std::vector<std::string> notes_;
  Recheck recheck_{leader_};
  std::uint64_t next_ = 0;
  Recheck::Time now_{};
};

TEST_F(RecheckTest, StopsAWorkerWhoseFirstUnitIsWrong) {
  const UnitNumber unit = store("red", false);
  go_on();
  EXPECT_TRUE(recheck_.has_invalid());
  EXPECT_TRUE(recheck_.validator().is_stopped("red"));
  EXPECT_TRUE(registry_.is_refused("red"));
  ASSERT_EQ(book_.invalidations().size(), 1u);
  EXPECT_EQ(book_.invalidations()[0].jobs, book_.unit(unit).jobs);
  EXPECT_EQ(notes_with("worker red is stopped: it played a board differently than the leader does"), 1);
  const SeenWorkers seen = registry_.seen();
  const auto red = std::find_if(seen.all.begin(), seen.all.end(), [](const auto& one) { return one.name == "red"; });
  ASSERT_NE(red, seen.all.end());
  EXPECT_EQ(red->state, WorkerState::Refused);
  EXPECT_EQ(red->reason, "it played a board differently than the leader does");
}

TEST_F(RecheckTest, StopsTheOneOfTwoThatDiffersFromTheLeader) {
  store("blue", true);
  go_on();
  const UnitNumber unit = store("blue", true);
  go_on();
  answer(unit, "red", Invented);
  EXPECT_FALSE(recheck_.validator().is_stopped("blue"));
  EXPECT_TRUE(recheck_.validator().is_stopped("red"));
  EXPECT_TRUE(book_.invalidations().empty()) << "none of its boards is stored";
  EXPECT_EQ(recheck_.counts().different, 1u);
  EXPECT_EQ(recheck_.counts().by_leader, 2u);
}

TEST_F(RecheckTest, TakesTheSameForValid) {
  store("blue", true);
  go_on();
  const UnitNumber unit = store("blue", true);
  go_on();
  const auto again = std::find_if(units_.all().begin(), units_.all().end(),
                                  [&](const auto& open) { return open.second.rechecked == unit; });
  ASSERT_NE(again, units_.all().end());
  EXPECT_EQ(again->second.played_by, "blue") << "which does not get it";
  answer(unit, "red", truth(Job{JobNumber(1), BoardNumber(1), {EntrantId{0}, EntrantId{1}}}));
  EXPECT_FALSE(recheck_.has_open());
  EXPECT_FALSE(recheck_.has_invalid());
  EXPECT_EQ(recheck_.counts().same, 1u);
  EXPECT_EQ(book_.workers().at("red").valid_in_a_row, 1u);
}

TEST_F(RecheckTest, GivesNothingToAWorkerThatHasBroughtBackNothing) {
  store("blue", true);
  go_on();
  registry_.find("red")->proven = 0;
  store("blue", true);
  go_on();
  EXPECT_TRUE(units_.all().empty());
  EXPECT_FALSE(recheck_.has_open()) << "the leader has played it";
}

TEST_F(RecheckTest, HasTheLeaderPlayWhatNoWorkerBringsBack) {
  store("blue", true);
  go_on();
  for (const bool is_out : {false, true}) {
    store("blue", true);
    go_on();
    ASSERT_EQ(units_.all().size(), 1u);
    if (is_out) units_.give(units_.all().begin()->second, "red", now_);
    now_ += std::chrono::hours(1);
    go_on();
    EXPECT_TRUE(units_.all().empty());
    EXPECT_FALSE(recheck_.has_open()) << "it waits for ever for a worker that "
                                      << (is_out ? "keeps" : "does not take it");
  }
  store("blue", true);
  go_on();
  ASSERT_EQ(units_.all().size(), 1u);
  recheck_.take_failure(units_.all().begin()->second);
  go_on();
  EXPECT_FALSE(recheck_.has_open()) << "no other worker is there";
  EXPECT_EQ(recheck_.counts().by_leader, 4u);
  EXPECT_EQ(book_.workers().at("blue").valid_in_a_row, 4u);
}

TEST_F(RecheckTest, StopsNoWorkerForSubmittedBots) {
  leader_.set_roster(roster("Ann"));
  const UnitNumber unit = store("red", false);
  go_on();
  EXPECT_FALSE(recheck_.validator().is_stopped("red"));
  ASSERT_EQ(book_.invalidations().size(), 1u);
  EXPECT_EQ(book_.invalidations()[0].jobs, book_.unit(unit).jobs) << "the board is played again";
  EXPECT_FALSE(recheck_.is_timed(BotId(1), leader_.roster()->config));
  const UnitNumber second = store("blue", true);
  go_on();
  EXPECT_FALSE(recheck_.has_open()) << "the leader has played it";
  const UnitNumber third = store("blue", true);
  go_on();
  answer(third, "red", Invented);
  EXPECT_NE(second, third);
  EXPECT_TRUE(recheck_.is_timed(BotId(1), leader_.roster()->config)) << "its second difference";
  EXPECT_FALSE(recheck_.is_timed(BotId(0), leader_.roster()->config));
  EXPECT_EQ(notes_with("bot \"lowest\" does not repeat itself"), 1);
  EXPECT_EQ(book_.invalidations().size(), 1u);
  store("red", false);
  go_on();
  EXPECT_FALSE(recheck_.has_open()) << "boards of such bots are not compared";
}

TEST_F(RecheckTest, GoesOnAfterTheLeaderWasKilled) {
  store("blue", true);
  go_on();
  const UnitNumber unit = store("blue", false);
  Recheck again(leader_);
  OpenUnit stored;
  stored.booked = book_.unit(unit);
  stored.jobs = {{Job{JobNumber(1), BoardNumber(1), {EntrantId{0}, EntrantId{1}}}}};
  stored.unit = two_bots();
  again.restore(unit, std::move(stored));
  EXPECT_TRUE(again.has_open());
  again.give_out(now_, 1);
  for (auto& [number, open] : units_.all()) {
    if (open.rechecked != unit) continue;
    again.take_second(open, "red", {truth(Job{JobNumber(1), BoardNumber(1), {EntrantId{0}, EntrantId{1}}})});
    break;
  }
  again.give_out(now_, 1);
  while (local_.open() > 0) {
    if (const auto result = local_.take()) again.take_local(*result);
  }
  EXPECT_TRUE(again.validator().is_stopped("blue"));
  EXPECT_FALSE(again.validator().is_stopped("red"));
}

}  // namespace
}  // namespace tichu::arena
