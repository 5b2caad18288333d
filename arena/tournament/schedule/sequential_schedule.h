#pragma once

#include <map>

#include "arena/statistics/sequential/sequential_test.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// The plan of a tournament that is a test. Throws std::runtime_error if its measure is unknown.
SequentialPlan sequential_plan(const TournamentConfig& config);

/// Boards 0, 1, 2, … between entrants 0 and 1 until a sequential test is over. The test takes results in the order of
/// boards. Board n is given out once the boards up to n - BoardsAhead have not ended the test. So the same boards are
/// played on any number of threads, and at most BoardsAhead - 1 of them do not count.
class SequentialSchedule : public Schedule {
 public:
  /// More tables at a time would wait for each other.
  static constexpr std::uint64_t BoardsAhead = 64;

  explicit SequentialSchedule(const SequentialPlan& plan) : test_(plan) {}

  std::variant<Job, NoJob> next() override;
  void report(const Job& job, const BoardResult& result) override;
  /// The plan's limit of boards.
  std::optional<std::uint64_t> total() const override { return test_.plan().max_boards; }

 private:
  /// Gives the test all boards up to n - BoardsAhead; false if some of them are not reported yet.
  bool catch_up();

  SequentialTest test_;
  std::map<BoardNumber, BoardResult> waiting_;  ///< results that the test has not taken yet, by board
  std::uint64_t taken_ = 0;                     ///< boards that the test has taken
  std::uint64_t next_ = 0;
};

}  // namespace tichu::arena
