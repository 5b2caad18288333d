#include "arena/tournament/play/job_feed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "arena/tournament/schedule/knockout.h"
#include "arena/tournament/schedule/make_schedule.h"
#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

TournamentConfig six_bots(ScheduleKind kind) {
  TournamentConfig config;
  config.boards = 4;
  config.schedule.kind = kind;
  if (kind == ScheduleKind::Ladder) config.schedule.limit = 150;
  config.bots.resize(6);
  return config;
}

/// All that a feed hands out from now on, one job at a time.
std::vector<Job> rest_of(JobFeed& feed) {
  std::vector<Job> jobs;
  while (const auto job = feed.next()) {
    jobs.push_back(*job);
    feed.report(*job, result_of(by_strength(*job)));
  }
  return jobs;
}

TEST(JobFeed, GoesOnWithTheSameJobsFromAnyPoint) {
  for (const ScheduleKind kind : {ScheduleKind::RoundRobin, ScheduleKind::Swiss, ScheduleKind::Knockout,
                                  ScheduleKind::Mixed, ScheduleKind::Ladder}) {
    const TournamentConfig config = six_bots(kind);
    const auto all = run(*make_schedule(config), 4);
    for (std::size_t stored = 0; stored <= all.size(); ++stored) {
      const auto schedule = make_schedule(config);
      JobFeed feed(*schedule);
      for (std::size_t i = 0; i < stored; ++i) ASSERT_TRUE(feed.take_over(all[i], result_of(by_strength(all[i]))));
      EXPECT_EQ(rest_of(feed), std::vector<Job>(all.begin() + static_cast<std::ptrdiff_t>(stored), all.end()));
      EXPECT_TRUE(feed.complete());
    }
  }
}

/// The jobs of each of so many workers, which take turns, and report each job before they ask again.
std::vector<std::vector<Job>> shared_out(JobFeed& feed, std::size_t workers) {
  std::vector<std::vector<Job>> jobs(workers);
  std::vector<std::optional<Job>> under_way(workers);
  for (std::size_t turn = 0;; ++turn) {
    const std::size_t worker = turn % workers;
    if (under_way[worker]) feed.report(*under_way[worker], result_of(by_strength(*under_way[worker])));
    under_way[worker] = feed.next(worker);
    if (!under_way[worker]) break;
    jobs[worker].push_back(*under_way[worker]);
  }
  for (const auto& job : under_way) {
    if (job) feed.report(*job, result_of(by_strength(*job)));
  }
  return jobs;
}

TEST(JobFeed, LeavesAPairingToOneWorkerIfItMayLookAhead) {
  TournamentConfig config = six_bots(ScheduleKind::RoundRobin);
  config.bots.erase(config.bots.begin() + 4, config.bots.end());  // so few that they take short turns
  config.boards = 60;
  const auto schedule = make_schedule(config);
  JobFeed feed(*schedule, FaultStreaks(config, entrants_of(config)), 60);
  const auto jobs = shared_out(feed, 3);
  EXPECT_TRUE(feed.complete());
  std::map<Pairing, std::set<std::size_t>> workers;
  std::map<Pairing, std::uint64_t> next;
  std::vector<Job> all;
  for (std::size_t worker = 0; worker < jobs.size(); ++worker) {
    for (const Job& job : jobs[worker]) {
      workers[job.entrants].insert(worker);
      EXPECT_EQ(job.board, BoardNumber(next[job.entrants]++)) << "a process meets no board below those it has met";
      all.push_back(job);
    }
  }
  for (const auto& [pairing, who] : workers) EXPECT_EQ(who.size(), 1u);
  std::sort(all.begin(), all.end(), [](const Job& a, const Job& b) { return a.number < b.number; });
  EXPECT_EQ(all, run(*make_schedule(config), 1));
}

TEST(JobFeed, WorkersThatLookAheadPlayTheSameJobs) {
  for (const ScheduleKind kind : {ScheduleKind::RoundRobin, ScheduleKind::Swiss, ScheduleKind::Knockout,
                                  ScheduleKind::Mixed, ScheduleKind::Ladder}) {
    const TournamentConfig config = six_bots(kind);
    for (const std::size_t ahead : {1u, 7u, 40u}) {
      const auto schedule = make_schedule(config);
      JobFeed feed(*schedule, {}, ahead);
      std::vector<Job> all = rest_of(feed);
      std::sort(all.begin(), all.end(), [](const Job& a, const Job& b) { return a.number < b.number; });
      EXPECT_EQ(all, run(*make_schedule(config), 4));
      EXPECT_TRUE(feed.complete());
    }
  }
}

TEST(JobFeed, PlaysFirstWhatIsMissingAmongStoredJobs) {
  const TournamentConfig config = six_bots(ScheduleKind::Swiss);
  const auto all = run(*make_schedule(config), 4);
  const auto schedule = make_schedule(config);
  JobFeed feed(*schedule);
  for (const std::size_t i : {0u, 3u, 4u, 7u}) ASSERT_TRUE(feed.take_over(all[i], result_of(by_strength(all[i]))));
  const auto rest = rest_of(feed);
  const std::vector<Job> first(rest.begin(), rest.begin() + 4);
  EXPECT_EQ(first, (std::vector<Job>{all[1], all[2], all[5], all[6]}));
  EXPECT_EQ(rest.size() + 4, all.size());
}

TEST(JobFeed, RefusesStoredJobsThatItsScheduleWouldNotGiveOut) {
  const TournamentConfig config = six_bots(ScheduleKind::RoundRobin);
  const auto schedule = make_schedule(config);
  JobFeed feed(*schedule);
  EXPECT_FALSE(feed.take_over({JobNumber(0), BoardNumber(0), {EntrantId{1}, EntrantId{0}}}, {}));
  const auto other = make_schedule(config);
  JobFeed past_its_end(*other);
  EXPECT_FALSE(past_its_end.take_over({JobNumber(1'000'000), BoardNumber(0), {EntrantId{0}, EntrantId{1}}}, {}));
}

TEST(JobFeed, LetsWorkersWaitForResultsThatDecide) {
  Knockout schedule(4, 1);
  JobFeed feed(schedule);
  const auto first = feed.next();
  const auto second = feed.next();
  std::optional<Job> third;
  std::thread waiting([&] { third = feed.next(); });
  feed.report(*second, result_of(5));
  feed.report(*first, result_of(5));
  waiting.join();
  ASSERT_TRUE(third);
  EXPECT_EQ(third->entrants, (Pairing{EntrantId{0}, EntrantId{1}}));
  EXPECT_FALSE(feed.complete());
}

TEST(JobFeed, LetsWaitingWorkersGoWhenItIsStopped) {
  Knockout schedule(4, 1);
  JobFeed feed(schedule);
  feed.next();
  feed.next();
  std::optional<Job> third;
  std::thread waiting([&] { third = feed.next(); });
  feed.stop();
  waiting.join();
  EXPECT_FALSE(third);
  EXPECT_FALSE(feed.complete());
}

}  // namespace
}  // namespace tichu::arena
