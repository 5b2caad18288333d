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
  std::uint64_t first_board = 0;
  std::uint64_t boards = 0;
};

/// A schedule that plans stage by stage from the results of earlier stages. Stage s is planned when those up to s - lag
/// are complete, and from these alone, even where more is known by then; so the plan does not depend on who was faster.
/// With a lag of 1 workers idle at each stage's end, with 2 they play the stage between.
class StagedSchedule : public Schedule {
 public:
  /// `balances_sides`: for boards of a single table, which a pair plays in turn on one side and on the other
  /// (`seated`), however many meetings they are of.
  StagedSchedule(std::size_t lag, bool balances_sides) : lag_(lag), balances_sides_(balances_sides) {}

  std::variant<Job, NoJob> next() final;
  void report(const Job& job, const BoardResult& result) final;

 protected:
  /// The meetings of the next stage; empty: there is none.
  virtual std::vector<Meeting> plan() = 0;
  /// A board becomes known to the plan, in the order of jobs: who met, as it was planned, and the margin of the first
  /// of the two in points a round, wherever it sat.
  virtual void enter(const Pairing& entrants, double margin) = 0;

 private:
  struct PlannedJob {
    Job job;
    Pairing entrants{};  ///< as they were planned
    std::optional<BoardResult> result;
  };
  struct Stage {
    std::vector<PlannedJob> jobs;  ///< numbered one after another
    std::size_t open = 0;          ///< without a result
  };

  void add_stage(const std::vector<Meeting>& meetings);
  void enter_oldest();
  Pairing next_seats(const Pairing& entrants);

  std::size_t lag_;
  bool balances_sides_;
  std::map<Pairing, std::uint64_t> boards_of_;  ///< boards that were planned for each pair, the lower number first
  std::deque<Stage> stages_;                    ///< planned and not entered, the oldest first
  std::size_t given_ = 0;                       ///< jobs of the newest stage
  std::uint64_t numbered_ = 0;
  bool done_ = false;
};

}  // namespace tichu::arena
