#include "arena/tournament/schedule/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

std::map<Pairing, int> meetings(const std::vector<Job>& jobs) {
  std::map<Pairing, int> met;
  for (const Job& job : jobs) met[job.entrants] += 1;
  return met;
}

TEST(Ladder, NeverEndsUnlessItHasALimit) {
  Ladder endless(6, 2, std::nullopt);
  EXPECT_EQ(run(endless, 3, by_strength, 5'000).size(), 5'000u);
  EXPECT_FALSE(endless.total());
  Ladder limited(6, 4, 501);
  EXPECT_EQ(run(limited, 3).size(), 501u);
  EXPECT_EQ(limited.total(), 501u);
}

TEST(Ladder, LetsNewEntrantsPlayFirst) {
  Ladder schedule(20, 2, std::nullopt);
  std::map<EntrantId, int> boards;
  for (const Job& job : run(schedule, 4, by_strength, 80)) {
    for (const EntrantId entrant : job.entrants) boards[entrant] += 1;
  }
  EXPECT_EQ(boards.size(), 20u);
  for (const auto& [entrant, count] : boards) EXPECT_GE(count, 4);
}

TEST(Ladder, KeepsNeighboursMeasuredAndWastesLittleOnOthers) {
  constexpr int Entrants = 12;
  Ladder schedule(Entrants, 2, std::nullopt);
  const auto met = meetings(run(schedule, 4, by_strength, 6'000));
  int near = 0;
  for (int i = 0; i + 1 < Entrants; ++i) {
    const auto found = met.find({static_cast<EntrantId>(i), static_cast<EntrantId>(i + 1)});
    ASSERT_NE(found, met.end()) << i;
    EXPECT_GE(found->second, 100) << i;
    near += found->second;
  }
  EXPECT_GT(near, 3'000);
}

// In the end every order is certain to a trillionth, and each pair is played on all the same.
TEST(Ladder, MeasuresEveryPairOfNeighboursForEver) {
  constexpr int Entrants = 12;
  constexpr int Early = 25'000;
  Ladder schedule(Entrants, 10, std::nullopt);
  const std::vector<Job> jobs = run(schedule, 4, by_strength, 50'000);
  const auto met = meetings({jobs.begin() + Early, jobs.end()});
  int most = 0;
  for (const auto& [pairing, boards] : met) most = std::max(most, boards);
  for (int i = 0; i + 1 < Entrants; ++i) {
    const auto found = met.find({static_cast<EntrantId>(i), static_cast<EntrantId>(i + 1)});
    ASSERT_NE(found, met.end()) << i;
    EXPECT_GE(found->second, 300) << i;
  }
  EXPECT_LT(most, Early / 4);
}

TEST(Ladder, GivesAPairEachBoardOnce) {
  Ladder schedule(5, 3, std::nullopt);
  std::map<Pairing, std::uint64_t> next;
  for (const Job& job : run(schedule, 1, by_strength, 2'000)) EXPECT_EQ(job.board.value(), next[job.entrants]++);
}

TEST(Ladder, IsEmptyForFewerThanTwo) {
  Ladder schedule(1, 3, std::nullopt);
  EXPECT_TRUE(run(schedule, 1).empty());
}

}  // namespace
}  // namespace tichu::arena
