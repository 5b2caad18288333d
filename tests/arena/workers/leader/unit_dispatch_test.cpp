#include "arena/workers/leader/unit_dispatch.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "arena/tournament/schedule/make_schedule.h"
#include "arena/workers/broker/subjects.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TournamentConfig two_bots() {
  TournamentConfig config;
  config.boards = 200;
  config.bots.resize(2);
  return config;
}

/// A leader with these workers.
struct FailingLeader {
  explicit FailingLeader(const std::vector<std::string>& workers) {
    for (const std::string& worker : workers) {
      units::Hello hello;
      hello.set_worker(worker);
      hello.set_build("tichu-arena 1");
      hello.set_cores(1);
      leader.registry.take_hello({subject_of_hello(worker), encode(hello)});
    }
  }

  /// A worker fails at a job as often. Whether it is set aside after that.
  bool is_aside_after(int failures, const std::string& worker) {
    WaitingJob waiting;
    for (int i = 0; i < failures; ++i) {
      OpenUnit& open = leader.units.add({leader.book.add({JobNumber(0)}, {{}}), {waiting}});
      leader.units.give(open, worker, {});
      units::Failure failure;
      failure.set_text("no memory");
      dispatch.take_failure(open, worker, failure);
      ++waiting.failures;
      waiting.failed_on.insert(worker);
    }
    return dispatch.aside().contains(JobNumber(0));
  }

  TemporaryFolder folder;
  std::unique_ptr<Schedule> schedule = make_schedule(two_bots());
  JobFeed feed{*schedule};
  std::shared_ptr<const Roster> roster = std::make_shared<Roster>(Roster{two_bots(), entrants_of(two_bots())});
  Leader leader{feed, roster, folder.path(), [](const std::string&, std::string_view) {}, "tichu-arena 1"};
  Recheck recheck{leader};
  UnitSource source{{.roster = roster, .feed = feed}, leader, recheck, folder.path()};
  UnitDispatch dispatch{leader, recheck, source};
};

TEST(FailedUnits, AreSetAsideIfAllWorkersThereFailAtThem) {
  EXPECT_FALSE(FailingLeader({"red"}).is_aside_after(5, "red"));
  EXPECT_TRUE(FailingLeader({"red"}).is_aside_after(6, "red"));
}

TEST(FailedUnits, AreNotLeftForEverToAWorkerThatTakesNone) {
  EXPECT_FALSE(FailingLeader({"red", "blue"}).is_aside_after(9, "red")) << "blue may play it";
  EXPECT_TRUE(FailingLeader({"red", "blue"}).is_aside_after(10, "red"));
}

TEST(UnitsOfAnEarlierRun, AreAskedForHoweverMuchComesBeforeThem) {
  FailingLeader failing({"red"});
  BookedUnit booked = failing.leader.book.add({JobNumber(190), JobNumber(191)}, {{}, {}});
  booked.state = UnitState::Out;
  booked.worker = "red";
  const UnitNumber number = booked.id.number;
  failing.source.take_booked(std::move(booked), {});
  failing.source.fill({});
  EXPECT_TRUE(failing.leader.units.find(number)->is_complete()) << "red has a result that it can never give back";
}

TEST(FailedUnits, HaveAWorkerRefusedIfAnotherPlays) {
  for (const bool plays : {false, true}) {
    FailingLeader failing({"red", "blue"});
    failing.leader.registry.find("blue")->proven = plays ? 1 : 0;
    failing.is_aside_after(12, "red");
    EXPECT_EQ(failing.leader.registry.is_refused("red"), plays);
  }
}

}  // namespace
}  // namespace tichu::arena
