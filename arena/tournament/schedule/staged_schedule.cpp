#include "arena/tournament/schedule/staged_schedule.h"

#include <algorithm>
#include <cassert>

namespace tichu::arena {

std::variant<Job, NoJob> StagedSchedule::next() {
  if (done_) return NoJob::Done;
  if (stages_.empty() || given_ == stages_.back().jobs.size()) {
    if (stages_.size() == lag_) {
      if (stages_.front().open > 0) return NoJob::Wait;
      take_oldest_stage();
    }
    add_stage(plan());
    if (done_) return NoJob::Done;
  }
  return stages_.back().jobs[given_++].job;
}

void StagedSchedule::report(const Job& job, const BoardResult& result) {
  for (Stage& stage : stages_) {
    const JobNumber first = stage.jobs.front().job.number;
    const JobNumber last = stage.jobs.back().job.number;
    if (job.number < first || job.number > last) continue;
    PlannedJob& planned = stage.jobs[job.number.value() - first.value()];
    assert(!planned.result);
    planned.result = result;
    --stage.open;
  }
}

void StagedSchedule::add_stage(const std::vector<Meeting>& meetings) {
  Stage stage;
  for (const Meeting& meeting : meetings) {
    for (std::uint64_t i = 0; i < meeting.boards; ++i) {
      const BoardNumber board(meeting.first_board.value() + i);
      const Job job{JobNumber(numbered_++), board, next_seats(meeting.entrants)};
      stage.jobs.push_back({job, meeting.entrants, std::nullopt});
    }
  }
  done_ = stage.jobs.empty();
  if (done_) return;
  stage.open = stage.jobs.size();
  stages_.push_back(std::move(stage));
  given_ = 0;
}

void StagedSchedule::take_oldest_stage() {
  for (const PlannedJob& planned : stages_.front().jobs) {
    const double margin = planned.result->margin;
    take_result(planned.entrants, planned.job.entrants == planned.entrants ? margin : -margin);
  }
  stages_.pop_front();
}

Pairing StagedSchedule::next_seats(const Pairing& entrants) {
  if (!balances_sides_) return entrants;
  const auto [low, high] = std::minmax(entrants[0], entrants[1]);
  const Pairing pair{low, high};
  return balanced_sides(pair, boards_of_[pair]++);
}

}  // namespace tichu::arena
