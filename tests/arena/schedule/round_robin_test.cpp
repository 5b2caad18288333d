#include "arena/schedule/round_robin.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

namespace tichu::arena {
namespace {

std::vector<Job> all_jobs(RoundRobin schedule) {
  std::vector<Job> jobs;
  while (const auto job = schedule.next()) jobs.push_back(*job);
  return jobs;
}

TEST(RoundRobin, PlaysEveryPairingOnTheSameBoards) {
  std::map<std::array<EntrantId, 2>, std::set<std::uint64_t>> boards;
  for (const Job& job : all_jobs(RoundRobin(5, 7))) {
    EXPECT_LT(job.entrants[0], job.entrants[1]);
    EXPECT_TRUE(boards[job.entrants].insert(job.board).second);
  }
  EXPECT_EQ(boards.size(), 10u);
  for (const auto& [pairing, played] : boards) {
    EXPECT_EQ(played.size(), 7u);
    EXPECT_EQ(*played.rbegin(), 6u);
  }
}

TEST(RoundRobin, NumbersJobsPairingAfterPairing) {
  const auto jobs = all_jobs(RoundRobin(4, 3));
  ASSERT_EQ(jobs.size(), 18u);
  std::uint64_t changes = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i].number, i);
    if (i > 0 && jobs[i].entrants != jobs[i - 1].entrants) ++changes;
  }
  EXPECT_EQ(changes, 5u);
}

TEST(RoundRobin, TellsAnyJobFromItsNumberAlone) {
  const RoundRobin schedule(9, 4);
  for (const Job& job : all_jobs(schedule)) EXPECT_EQ(schedule.job(job.number), job);
}

TEST(RoundRobin, DoesNotDependOnResults) {
  RoundRobin told(4, 3);
  std::vector<Job> jobs;
  while (const auto job = told.next()) {
    jobs.push_back(*job);
    told.report(*job, BoardResult{100.0, BoardVerdict::Win, {}});
  }
  EXPECT_EQ(jobs, all_jobs(RoundRobin(4, 3)));
}

TEST(RoundRobin, OfFewerThanTwoIsEmpty) {
  EXPECT_TRUE(all_jobs(RoundRobin(0, 5)).empty());
  EXPECT_TRUE(all_jobs(RoundRobin(1, 5)).empty());
  EXPECT_EQ(RoundRobin(1, 5).total(), 0u);
}

}  // namespace
}  // namespace tichu::arena
