#include "arena/schedule/fixed_pairings.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/arena/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

std::vector<Job> all_jobs(std::vector<Pairing> pairings, std::uint64_t boards) {
  FixedPairings schedule(std::move(pairings), boards);
  return run(schedule, 3);
}

TEST(RoundRobin, PlaysEveryPairingOnTheSameBoards) {
  std::map<Pairing, std::set<std::uint64_t>> boards;
  for (const Job& job : all_jobs(round_robin(5), 7)) {
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
  const auto jobs = all_jobs(round_robin(4), 3);
  ASSERT_EQ(jobs.size(), 18u);
  std::uint64_t changes = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i].number, i);
    if (i > 0 && jobs[i].entrants != jobs[i - 1].entrants) ++changes;
  }
  EXPECT_EQ(changes, 5u);
}

TEST(RoundRobin, OfFewerThanTwoIsEmpty) {
  EXPECT_TRUE(all_jobs(round_robin(0), 5).empty());
  EXPECT_TRUE(all_jobs(round_robin(1), 5).empty());
  EXPECT_EQ(FixedPairings(round_robin(1), 5).total(), 0u);
}

TEST(Gauntlet, LetsCandidatesMeetTheFieldAndNobodyElse) {
  const auto pairings = gauntlet(5, {EntrantId{3}, EntrantId{1}});
  const std::vector<Pairing> expected{{EntrantId{3}, EntrantId{0}}, {EntrantId{3}, EntrantId{2}},
                                      {EntrantId{3}, EntrantId{4}}, {EntrantId{1}, EntrantId{0}},
                                      {EntrantId{1}, EntrantId{2}}, {EntrantId{1}, EntrantId{4}}};
  EXPECT_EQ(pairings, expected);
}

}  // namespace
}  // namespace tichu::arena
