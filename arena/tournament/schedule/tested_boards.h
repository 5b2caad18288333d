#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "arena/statistics/sequential/pool_difference.h"
#include "arena/statistics/sequential/sequential_test.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// The plan of a tournament that is a test. Throws std::runtime_error if its measure is unknown.
SequentialPlan sequential_plan(const TournamentConfig& config);

/// How many bots of a test are its pool: all but the first two, NEW and OLD.
std::size_t pool_size(const TournamentConfig& config);

/// A sequential test and the boards that wait for it, made of the results of jobs. Without a pool a board is one job,
/// NEW (entrant 0) against OLD (entrant 1); with one it is NEW and OLD each against each opponent (entrants 2, 3, …),
/// and the test observes the `pool_difference`.
class TestedBoards {
 public:
  TestedBoards(const SequentialPlan& plan, std::size_t opponents);

  /// Who plays a board: a job for each.
  const std::vector<Pairing>& pairings() const { return pairings_; }
  /// The result of a job, each once.
  void add(const Job& job, const BoardResult& result);
  /// Gives the test the boards in their order until it has `boards` of them; false if one of them is not whole yet.
  bool advance_to(std::uint64_t boards);
  /// Gives the test all boards up to the first that is not whole.
  void advance();

  const SequentialTest& test() const { return test_; }
  /// The boards that the test was given, without those that came when it was over.
  const std::vector<BoardResult>& counted() const { return counted_; }
  /// The same against each opponent, by board; empty without a pool.
  const std::vector<std::vector<PoolBoard>>& counted_by_opponent() const { return counted_by_opponent_; }

 private:
  /// A board of which not all jobs may have been played.
  struct Waiting {
    BoardResult result;
    std::vector<PoolBoard> opponents;
    std::size_t jobs = 0;  ///< that have been played
  };

  SequentialTest test_;
  std::vector<Pairing> pairings_;
  std::size_t opponents_;
  std::map<BoardNumber, Waiting> waiting_;
  std::uint64_t taken_ = 0;
  std::vector<BoardResult> counted_;
  std::vector<std::vector<PoolBoard>> counted_by_opponent_;
};

}  // namespace tichu::arena
