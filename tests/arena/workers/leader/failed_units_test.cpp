#include "arena/workers/leader/failed_units.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "arena/tournament/schedule/make_schedule.h"
#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/unit_messages.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TournamentConfig two_bots() {
  TournamentConfig config;
  config.boards = 4;
  config.bots.resize(2);
  return config;
}

/// A leader with these workers.
struct FailingLeader {
  explicit FailingLeader(const std::vector<std::string>& workers) {
    for (const std::string& worker : workers) {
      WorkerHello hello;
      hello.version = UnitMessagesVersion;
      hello.worker = worker;
      hello.build = "tichu-arena 1";
      hello.cores = 1;
      hello.sandbox = "none";
      registry.take_hello({subject_of_hello(worker), encode(hello)});
    }
  }

  /// A worker fails at a job as often. Whether it is set aside after that.
  bool is_aside_after(int failures, const std::string& worker) {
    WaitingJob waiting;
    for (int i = 0; i < failures; ++i) {
      OpenUnit& open = units.add({book.add({JobNumber(0)}, {{}}), {waiting}});
      units.give(open, worker, {});
      failed.take_failure(open, worker, {UnitFailureKind::Machine, "no memory"});
      ++waiting.failures;
      waiting.failed_on.insert(worker);
    }
    return failed.aside().contains(JobNumber(0));
  }

  TemporaryFolder folder;
  UnitStore book{folder.path()};
  OpenUnits units{book};
  WorkerRegistry registry{[](const std::string&, std::string_view) {}, "tichu-arena 1"};
  LeaderContext context{std::make_shared<Roster>(Roster{two_bots(), entrants_of(two_bots())})};
  LocalExecutor local;
  Recheck recheck{context, book, units, registry, local};
  UnitMaker maker{folder.path()};
  std::unique_ptr<Schedule> schedule = make_schedule(two_bots());
  JobFeed feed{*schedule};
  UnitSource source{{.roster = context.roster(), .feed = feed}, context, book, units, registry, recheck, maker};
  FailedUnits failed{context, units, registry, recheck, source};
};

TEST(FailedUnits, AreSetAsideIfAllWorkersThereFailAtThem) {
  EXPECT_FALSE(FailingLeader({"red"}).is_aside_after(5, "red"));
  EXPECT_TRUE(FailingLeader({"red"}).is_aside_after(6, "red"));
}

TEST(FailedUnits, AreNotLeftForEverToAWorkerThatTakesNone) {
  EXPECT_FALSE(FailingLeader({"red", "blue"}).is_aside_after(9, "red")) << "blue may play it";
  EXPECT_TRUE(FailingLeader({"red", "blue"}).is_aside_after(10, "red"));
}

TEST(FailedUnits, HaveAWorkerRefusedIfAnotherPlays) {
  for (const bool plays : {false, true}) {
    FailingLeader leader({"red", "blue"});
    leader.registry.find("blue")->proven = plays ? 1 : 0;
    leader.is_aside_after(12, "red");
    EXPECT_EQ(leader.registry.is_refused("red"), plays);
  }
}

}  // namespace
}  // namespace tichu::arena
