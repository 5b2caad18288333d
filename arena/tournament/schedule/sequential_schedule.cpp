#include "arena/tournament/schedule/sequential_schedule.h"

#include <algorithm>
#include <cmath>

namespace tichu::arena {

SequentialSchedule::SequentialSchedule(const SequentialPlan& plan, std::size_t opponents)
    : boards_(plan, opponents),
      block_(opponents == 0 ? 1 : PoolBlock),
      ahead_(opponents == 0 ? BoardsAhead : PoolBoardsAhead) {}

std::optional<NoJob> SequentialSchedule::hindrance() {
  const std::uint64_t begin = begun_ + within_;
  if (begin == boards_.test().plan().max_boards) return NoJob::Done;
  if (begin + block_ > ahead_ && !boards_.advance_to(begin + block_ - ahead_)) return NoJob::Wait;
  if (boards_.test().is_over()) return NoJob::Done;
  return std::nullopt;
}

std::variant<Job, NoJob> SequentialSchedule::next() {
  const std::vector<Pairing>& pairings = boards_.pairings();
  if (given_ == within_ * pairings.size()) {
    if (const auto reason = hindrance()) return *reason;
    begun_ += within_;
    within_ = std::min(block_, boards_.test().plan().max_boards - begun_);
    given_ = 0;
  }
  const Pairing& pairing = pairings[given_ / within_];
  const BoardNumber board(begun_ + given_ % within_);
  ++given_;
  return Job{JobNumber(next_++), board, pairing};
}

void SequentialSchedule::report(const Job& job, const BoardResult& result) { boards_.add(job, result); }

std::optional<std::uint64_t> SequentialSchedule::total() const {
  return boards_.test().plan().max_boards * boards_.pairings().size();
}

std::vector<ExpectedTotal> SequentialSchedule::expected() const {
  const SequentialState state = boards_.test().state();
  if (!state.lower) return {};
  const SequentialPlan& plan = boards_.test().plan();
  const auto jobs = [&](double boards) {
    const double most = std::min(std::round(boards), static_cast<double>(plan.max_boards));
    return static_cast<std::uint64_t>(most) * boards_.pairings().size();
  };
  return {{plan.first, jobs(state.boards_at_first)}, {plan.second, jobs(state.boards_at_second)}};
}

}  // namespace tichu::arena
