#include "arena/tournament/schedule/sequential_schedule.h"

namespace tichu::arena {
SequentialPlan sequential_plan(const TournamentConfig& config) {
  const TestConfig test = config.test.value_or(TestConfig{});
  SequentialPlan plan;
  plan.measure = test.measure;
  plan.first = test.first;
  plan.second = test.second;
  plan.errors = {test.alpha, test.beta};
  plan.max_boards = config.boards;
  plan.tables = table_count(config.seatings);
  return plan;
}

bool SequentialSchedule::catch_up() {
  while (taken_ + BoardsAhead <= next_) {
    const auto found = waiting_.find(BoardNumber(taken_));
    if (found == waiting_.end()) return false;
    test_.add(found->second);
    waiting_.erase(found);
    ++taken_;
  }
  return true;
}

std::variant<Job, NoJob> SequentialSchedule::next() {
  if (next_ == test_.plan().max_boards) return NoJob::Done;
  if (!catch_up()) return NoJob::Wait;
  if (test_.is_over()) return NoJob::Done;
  const std::uint64_t number = next_++;
  return Job{JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}};
}

void SequentialSchedule::report(const Job& job, const BoardResult& result) { waiting_.emplace(job.board, result); }

}  // namespace tichu::arena
