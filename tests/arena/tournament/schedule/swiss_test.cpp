#include "arena/tournament/schedule/swiss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "arena/tournament/schedule/swiss_pairing.h"
#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

/// The least number of meetings that some pair must have had, by trying all pairings of an even number.
int least_met(const std::vector<std::vector<int>>& met) {
  std::vector<std::size_t> order(met.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  int least = 1'000'000;
  do {
    int most = 0;
    for (std::size_t i = 0; i < order.size(); i += 2) most = std::max(most, met[order[i]][order[i + 1]]);
    least = std::min(least, most);
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

TEST(SwissPairing, RepeatsMeetingsOnlyWhereAllPairingsDo) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const std::size_t entrants = 2 + 2 * (random() % 4);
    std::vector<std::vector<int>> met(entrants, std::vector<int>(entrants, 0));
    for (std::size_t a = 0; a < entrants; ++a) {
      for (std::size_t b = 0; b < a; ++b)
        met[a][b] = met[b][a] = random() % 3 == 0 ? 0 : static_cast<int>(random() % 3);
    }
    const SwissRound round = pair_swiss(met, std::vector<int>(entrants, 0));
    EXPECT_FALSE(round.bye);
    int most = 0;
    std::set<std::size_t> paired;
    for (const auto& [a, b] : round.pairs) {
      EXPECT_LT(a, b);
      most = std::max(most, met[a][b]);
      paired.insert({a, b});
    }
    EXPECT_EQ(paired.size(), entrants);
    EXPECT_EQ(most, least_met(met)) << "trial " << trial;
  }
}

TEST(SwissPairing, BringsNeighboursTogether) {
  const SwissRound fresh = pair_swiss(std::vector<std::vector<int>>(6, std::vector<int>(6, 0)), std::vector<int>(6, 0));
  EXPECT_EQ(fresh.pairs, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {2, 3}, {4, 5}}));
}

TEST(SwissPairing, GivesTheByeToTheLowestWhoRestedLeast) {
  const std::vector<std::vector<int>> met(5, std::vector<int>(5, 0));
  EXPECT_EQ(pair_swiss(met, {0, 0, 0, 0, 0}).bye, 4u);
  EXPECT_EQ(pair_swiss(met, {0, 0, 0, 1, 1}).bye, 2u);
}

TEST(Swiss, RepeatsNoPairingWhileThatIsPossible) {
  for (const std::size_t entrants : {2u, 3u, 6u, 9u, 16u, 25u}) {
    // After fewer rounds than half the others there is always a pairing without repetition (Dirac 1952).
    Swiss schedule(entrants, entrants / 2, 2, 7);
    std::map<Pairing, int> met;
    for (const Job& job : run(schedule, 4)) {
      met[{std::min(job.entrants[0], job.entrants[1]), std::max(job.entrants[0], job.entrants[1])}] += 1;
    }
    for (const auto& [pairing, boards] : met) EXPECT_EQ(boards, 2) << entrants << " entrants";
  }
}

/// The most often that two met in this tournament of one board a round, and the most that one rested.
struct Repetitions {
  int met = 0;
  int rested = 0;
};

Repetitions repetitions(std::size_t entrants, std::uint64_t rounds, std::uint64_t seed) {
  Swiss schedule(entrants, rounds, 1, seed);
  std::mt19937_64 random(seed);
  std::normal_distribution<double> luck(0, 80);
  std::map<std::set<EntrantId>, int> met;
  std::vector<int> played(entrants, 0);
  for (const Job& job : run(schedule, 1, [&](const Job&) { return luck(random); })) {
    met[{job.entrants[0], job.entrants[1]}] += 1;
    for (const EntrantId entrant : job.entrants) played[static_cast<std::size_t>(entrant)] += 1;
  }
  Repetitions most;
  for (const auto& [pairing, times] : met) most.met = std::max(most.met, times);
  for (const int rounds_played : played) most.rested = std::max(most.rested, static_cast<int>(rounds) - rounds_played);
  return most;
}

TEST(Swiss, RepeatsNeitherPairingNorByeThoughHardlyAnyAreLeft) {
  for (std::size_t entrants = 2; entrants <= 13; ++entrants) {
    const std::uint64_t all = entrants - 1 + entrants % 2;
    for (std::uint64_t rounds = 1; rounds <= all; ++rounds) {
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Repetitions most = repetitions(entrants, rounds, seed);
        ASSERT_EQ(most.met, 1) << entrants << " entrants, " << rounds << " rounds, seed " << seed;
        ASSERT_LE(most.rested, entrants % 2) << entrants << " entrants, " << rounds << " rounds, seed " << seed;
      }
    }
  }
}

TEST(Swiss, MeetsAgainOnlyAfterAllOthers) {
  for (const std::size_t entrants : {2u, 5u, 6u}) {
    const std::uint64_t all = entrants - 1 + entrants % 2;
    EXPECT_EQ(repetitions(entrants, 2 * all, 3).met, 2);
    EXPECT_EQ(repetitions(entrants, 2 * all, 3).rested, entrants % 2 == 0 ? 0 : 2);
  }
}

TEST(Swiss, LetsEveryonePlayEachRoundOnTheSameBoardsOrRestOnce) {
  constexpr std::uint64_t Rounds = 5;
  Swiss schedule(11, Rounds, 3, 1);
  std::map<std::uint64_t, std::set<EntrantId>> by_round;
  for (const Job& job : run(schedule, 5)) {
    for (const EntrantId entrant : job.entrants) by_round[job.board.value() / 3].insert(entrant);
  }
  ASSERT_EQ(by_round.size(), Rounds);
  std::map<EntrantId, int> played;
  for (const auto& [round, entrants] : by_round) {
    EXPECT_EQ(entrants.size(), 10u);
    for (const EntrantId entrant : entrants) played[entrant] += 1;
  }
  for (const auto& [entrant, rounds] : played) EXPECT_GE(rounds, 4);
  EXPECT_EQ(schedule.total(), Rounds * 5 * 3);
}

TEST(SwissPairing, LinksGroupsThatHaveNotMet) {
  std::vector<std::vector<int>> met(6, std::vector<int>(6, 0));
  for (const auto& [a, b] : {std::pair(0, 1), {1, 2}, {3, 4}, {4, 5}}) {
    met[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = 1;
    met[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = 1;
  }
  EXPECT_EQ(pair_swiss(met, std::vector<int>(6, 0)).pairs.front(), (std::pair<std::size_t, std::size_t>(0, 3)));
}

TEST(Swiss, LeavesNoGroupsThatHaveNotMetThoughAllAreEqual) {
  for (std::size_t entrants = 2; entrants <= 40; ++entrants) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Swiss schedule(entrants, usual_swiss_rounds(entrants), 1, seed);
      std::map<EntrantId, std::set<EntrantId>> met;
      for (const Job& job : run(schedule, 2, [](const Job&) { return 0.0; })) {
        met[job.entrants[0]].insert(job.entrants[1]);
        met[job.entrants[1]].insert(job.entrants[0]);
      }
      std::set<EntrantId> linked;
      std::vector<EntrantId> next{EntrantId{0}};
      while (!next.empty()) {
        const EntrantId entrant = next.back();
        next.pop_back();
        if (linked.insert(entrant).second) next.insert(next.end(), met[entrant].begin(), met[entrant].end());
      }
      EXPECT_EQ(linked.size(), entrants) << "seed " << seed;
    }
  }
}

TEST(Swiss, RanksTheStrongFirst) {
  Swiss schedule(16, usual_swiss_rounds(16), 50, 3);
  run(schedule, 8);
  const auto places = schedule.places();
  ASSERT_EQ(places.size(), 16u);
  EXPECT_EQ(places.front().entrant, EntrantId{0});
  EXPECT_EQ(places.front().points, 6);
  EXPECT_EQ(places.back().entrant, EntrantId{15});
  double points = 0;
  for (const Place& place : places) points += place.points;
  EXPECT_EQ(points, 6 * 8);
}

TEST(Swiss, AByeCountsAsARoundWon) {
  Swiss schedule(3, 3, 1, 3);
  run(schedule, 1, [](const Job&) { return 0.0; });
  for (const Place& place : schedule.places()) EXPECT_EQ(place.points, 2);
}

TEST(Swiss, EqualsShareTheirRank) {
  Swiss schedule(6, 3, 2, 5);
  run(schedule, 1, [](const Job&) { return 0.0; });
  for (const Place& place : schedule.places()) EXPECT_EQ(place.rank, 1u);
  Swiss strong(4, 2, 2, 5);
  run(strong, 1, [](const Job& job) {
    return 10.0 * (static_cast<double>(job.entrants[1]) - static_cast<double>(job.entrants[0]));
  });
  EXPECT_EQ(strong.places().front().rank, 1u);
  EXPECT_EQ(strong.places().back().rank, 4u);
}

TEST(Swiss, IsEmptyForFewerThanTwo) {
  for (const std::size_t entrants : {0u, 1u}) {
    for (const std::uint64_t rounds : {usual_swiss_rounds(entrants), std::uint64_t{5}}) {
      Swiss schedule(entrants, rounds, 5, 1);
      EXPECT_TRUE(run(schedule, 2).empty());
      EXPECT_EQ(schedule.total(), 0u);
    }
  }
}

}  // namespace
}  // namespace tichu::arena
