#include "arena/schedule/sequential_schedule.h"

namespace tichu::arena {

bool SequentialSchedule::catch_up() {
  while (taken_ + BoardsAhead <= next_) {
    const auto found = waiting_.find(taken_);
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
  const std::uint64_t board = next_++;
  return Job{board, board, {EntrantId{0}, EntrantId{1}}};
}

void SequentialSchedule::report(const Job& job, const BoardResult& result) { waiting_.emplace(job.board, result); }

}  // namespace tichu::arena
