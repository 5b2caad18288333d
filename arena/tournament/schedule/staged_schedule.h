#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <vector>

#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// Two entrants that play some boards in a stage.
struct Meeting {
  Pairing entrants{};
  BoardNumber first_board;
  std::uint64_t boards = 0;
};

/// A schedule that plans stage by stage from the results of earlier stages. Stage s is planned when the stages up to
/// s - lag are complete, and from these alone even if more is known by then, so the plan does not depend on who was
/// faster. With a lag of 1 workers idle at the end of each stage; with a lag of 2 they play the stage between.
class StagedSchedule : public Schedule {
 public:
  /// `balances_sides`: for boards of a single table, on which a pair changes sides (`balanced_sides`) from board to
  /// board, across meetings.
  StagedSchedule(std::size_t lag, bool balances_sides) : lag_(lag), balances_sides_(balances_sides) {}

  std::variant<Job, NoJob> next() final;
  void report(const Job& job, const BoardResult& result) final;

 protected:
  /// The meetings of the next stage; empty if there is none.
  virtual std::vector<Meeting> plan() = 0;
  /// Gives the plan a result, in the order of jobs: who met, as it was planned, and the margin of the first of the two
  /// in points per round, wherever it sat.
  virtual void take_result(const Pairing& entrants, double margin) = 0;

 private:
  struct PlannedJob {
    Job job;
    Pairing entrants{};  ///< as they were planned
    std::optional<BoardResult> result;
  };
  struct Stage {
    std::vector<PlannedJob> jobs;  ///< numbered one after another
    std::size_t open = 0;          ///< jobs without a result
  };

  void add_stage(const std::vector<Meeting>& meetings);
  void take_oldest_stage();
  Pairing next_seats(const Pairing& entrants);

  std::size_t lag_;
  bool balances_sides_;
  std::map<Pairing, std::uint64_t> boards_of_;  ///< planned boards of each pair, the lower number first
  std::deque<Stage> stages_;                    ///< planned and not taken by the plan, the oldest first
  std::size_t given_ = 0;                       ///< jobs of the newest stage that are given out
  std::uint64_t numbered_ = 0;
  bool done_ = false;
};

}  // namespace tichu::arena
