#include "arena/tournament/schedule/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
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

TEST(Ladder, APairsBoardsRise) {
  for (const std::size_t entrants : {2u, 3u, 5u, 8u}) {
    Ladder schedule(entrants, 3, std::nullopt);
    std::map<Pairing, BoardNumber> last;
    for (const Job& job : run(schedule, 1, by_strength, 2'000)) {
      const auto [met, is_first] = last.try_emplace(job.entrants, job.board);
      ASSERT_TRUE(is_first || met->second < job.board) << entrants << " entrants";
      met->second = job.board;
    }
  }
}

TEST(Ladder, EachStageIsOverBoardsOfItsOwn) {
  Ladder schedule(5, 10, std::nullopt);
  const std::vector<Job> jobs = run(schedule, 1, by_strength, 300);
  for (std::size_t i = 0; i < jobs.size(); ++i) EXPECT_EQ(jobs[i].board, BoardNumber(i / 30 * 10 + i % 10));
}

TEST(Ladder, OfFiveEntrantsAllHaveMetSeveralAfterThreeHundredBoards) {
  Ladder schedule(5, 10, 300);
  std::map<EntrantId, std::set<EntrantId>> opponents;
  for (const Job& job : run(schedule, 2)) {
    opponents[job.entrants[0]].insert(job.entrants[1]);
    opponents[job.entrants[1]].insert(job.entrants[0]);
  }
  EXPECT_EQ(opponents.size(), 5u);
  for (const auto& [entrant, met] : opponents) EXPECT_GE(met.size(), 3u);
}

/// Five of which the last two play alike: nearly all their boards against each other are even.
double two_play_alike(const Job& job) {
  std::mt19937_64 random(job.number.value());
  if (job.entrants == Pairing{EntrantId{3}, EntrantId{4}}) {
    return random() % 50 == 0 ? std::normal_distribution<double>(0, 60)(random) : 0;
  }
  const std::array strengths{60.0, 20.0, 0.0, -30.0, -30.0};
  const double difference =
      strengths[static_cast<std::size_t>(job.entrants[0])] - strengths[static_cast<std::size_t>(job.entrants[1])];
  return difference + std::normal_distribution<double>(0, 90)(random);
}

TEST(Ladder, TwoThatPlayAlikeSoonLeaveTheBoardsToOthers) {
  Ladder schedule(5, 10, std::nullopt);
  const std::vector<Job> jobs = run(schedule, 2, two_play_alike, 3'000);
  const Pairing alike{EntrantId{3}, EntrantId{4}};
  auto early = meetings({jobs.begin(), jobs.begin() + 1'000});
  auto late = meetings({jobs.begin() + 1'000, jobs.end()});
  EXPECT_LT(early[alike], 250);
  // As neighbours they have their turn all the same: a quarter of every third meeting.
  EXPECT_LT(late[alike], 400);
}

TEST(Ladder, WithAHigherLimitBeginsAsWithTheLower) {
  for (const std::uint64_t limit : {1u, 95u, 300u, 301u}) {
    Ladder low(6, 10, limit);
    Ladder high(6, 10, 400);
    const std::vector<Job> longer = run(high, 2);
    EXPECT_EQ(run(low, 3), std::vector<Job>(longer.begin(), longer.begin() + static_cast<std::ptrdiff_t>(limit)));
  }
}

TEST(Ladder, IsEmptyForFewerThanTwo) {
  Ladder schedule(1, 3, std::nullopt);
  EXPECT_TRUE(run(schedule, 1).empty());
}

}  // namespace
}  // namespace tichu::arena
