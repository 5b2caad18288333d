#pragma once

#include <map>

#include "arena/statistics/sequential/sequential_test.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// The plan of a tournament that is a test. Throws std::runtime_error where its measure is none.
SequentialPlan sequential_plan(const TournamentConfig& config);

/// Boards 0, 1, 2, … between entrants 0 and 1 until a sequential test is over. Results enter the test in the order of
/// boards. Board n is given out once those up to n - BoardsAhead have not ended the test, whoever is faster: so the
/// same boards are played on any number of threads, and BoardsAhead - 1 at most do not count.
class SequentialSchedule : public Schedule {
 public:
  /// More tables than these at a time would wait for each other.
  static constexpr std::uint64_t BoardsAhead = 64;

  explicit SequentialSchedule(const SequentialPlan& plan) : test_(plan) {}

  std::variant<Job, NoJob> next() override;
  void report(const Job& job, const BoardResult& result) override;
  /// The most boards that there can be.
  std::optional<std::uint64_t> total() const override { return test_.plan().max_boards; }

 private:
  /// Lets the test take note of all boards up to n - BoardsAhead; false where some are still to come.
  bool catch_up();

  SequentialTest test_;
  std::map<std::uint64_t, BoardResult> waiting_;  ///< results that the test has not taken yet, by board
  std::uint64_t taken_ = 0;                       ///< boards that the test has taken
  std::uint64_t next_ = 0;
};

}  // namespace tichu::arena
