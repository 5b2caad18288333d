#include "arena/tournament/schedule/fixed_pairings.h"

#include <algorithm>
#include <utility>

namespace tichu::arena {

FixedPairings::FixedPairings(std::vector<Pairing> pairings, std::uint64_t boards, bool balances_sides,
                             std::uint64_t block)
    : pairings_(std::move(pairings)), boards_(boards), balances_sides_(balances_sides), block_(block) {}

std::variant<Job, NoJob> FixedPairings::next() {
  if (next_ == pairings_.size() * boards_) return NoJob::Done;
  if (board_ == std::min(first_ + block_, boards_)) {
    turn_ = (turn_ + 1) % pairings_.size();
    if (turn_ == 0) first_ = board_;
    board_ = first_;
  }
  const Pairing& pairing = pairings_[turn_];
  const std::uint64_t board = board_++;
  return Job{JobNumber(next_++), BoardNumber(board), balances_sides_ ? balanced_sides(pairing, board) : pairing};
}

void FixedPairings::report(const Job&, const BoardResult&) {}

std::vector<Pairing> round_robin(std::size_t entrants) {
  std::vector<Pairing> pairings;
  for (std::size_t a = 0; a < entrants; ++a) {
    for (std::size_t b = a + 1; b < entrants; ++b) {
      pairings.push_back({static_cast<EntrantId>(a), static_cast<EntrantId>(b)});
    }
  }
  return pairings;
}

std::vector<Pairing> gauntlet(std::size_t entrants, const std::vector<EntrantId>& candidates) {
  std::vector<Pairing> pairings;
  for (const EntrantId candidate : candidates) {
    for (std::size_t i = 0; i < entrants; ++i) {
      const auto other = static_cast<EntrantId>(i);
      if (std::find(candidates.begin(), candidates.end(), other) == candidates.end()) {
        pairings.push_back({candidate, other});
      }
    }
  }
  return pairings;
}

}  // namespace tichu::arena
