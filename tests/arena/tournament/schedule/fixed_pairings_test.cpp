#include "arena/tournament/schedule/fixed_pairings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

std::vector<Job> all_jobs(std::vector<Pairing> pairings, std::uint64_t boards) {
  FixedPairings schedule(std::move(pairings), boards);
  return run(schedule, 3);
}

TEST(RoundRobin, PlaysEveryPairingOnTheSameBoards) {
  std::map<Pairing, std::set<BoardNumber>> boards;
  for (const Job& job : all_jobs(round_robin(5), 7)) {
    EXPECT_LT(job.entrants[0], job.entrants[1]);
    EXPECT_TRUE(boards[job.entrants].insert(job.board).second);
  }
  EXPECT_EQ(boards.size(), 10u);
  for (const auto& [pairing, played] : boards) {
    EXPECT_EQ(played.size(), 7u);
    EXPECT_EQ(*played.rbegin(), BoardNumber(6));
  }
}

TEST(RoundRobin, PairingsTakeTurnsOfABlock) {
  FixedPairings schedule(round_robin(3), 8, false, 3);
  std::vector<Job> jobs;
  for (const auto& [first, end] : {std::pair(0u, 3u), {3u, 6u}, {6u, 8u}}) {
    for (const Pairing& pairing : round_robin(3)) {
      for (auto board = first; board < end; ++board)
        jobs.push_back({JobNumber(jobs.size()), BoardNumber(board), pairing});
    }
  }
  EXPECT_EQ(run(schedule, 1), jobs);
}

TEST(RoundRobin, AtAnyTimeAllPairingsHavePlayedTheSameBoardsButForABlock) {
  std::map<Pairing, std::uint64_t> played;
  for (const Pairing& pairing : round_robin(5)) played[pairing] = 0;
  for (const Job& job : all_jobs(round_robin(5), 107)) {
    EXPECT_EQ(job.board, BoardNumber(played[job.entrants]++));
    const auto [least, most] = std::minmax_element(played.begin(), played.end(),
                                                   [](const auto& a, const auto& b) { return a.second < b.second; });
    ASSERT_LE(most->second - least->second, FixedPairings::UsualBlock);
  }
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

TEST(FixedPairings, OfSingleTablesGiveEveryEntrantBothSidesAlike) {
  constexpr std::size_t Entrants = 6;
  FixedPairings schedule(round_robin(Entrants), 8, true);
  std::array<int, Entrants> lead{};
  std::map<std::array<EntrantId, 2>, int> first_of_pair;
  std::array<std::array<int, 8>, Entrants> lead_on_board{};
  for (const Job& job : run(schedule, 1)) {
    first_of_pair[job.entrants] += 1;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto entrant = static_cast<std::size_t>(job.entrants[side]);
      lead[entrant] += side == 0 ? 1 : -1;
      lead_on_board[entrant][job.board.value()] += side == 0 ? 1 : -1;
    }
  }
  EXPECT_EQ(first_of_pair.size(), Entrants * (Entrants - 1));
  for (const auto& [pairing, boards] : first_of_pair) EXPECT_EQ(boards, 4);
  for (std::size_t i = 0; i < Entrants; ++i) {
    EXPECT_EQ(lead[i], 0) << i;
    // An odd number of opponents: the cards of a board come to at most one side too often.
    for (const int of_board : lead_on_board[i]) EXPECT_LE(std::abs(of_board), 1) << i;
  }
}

}  // namespace
}  // namespace tichu::arena
