#include "arena/schedule/round_robin.h"

#include <cassert>

namespace tichu::arena {

RoundRobin::RoundRobin(std::size_t entrants, std::uint64_t boards)
    : entrants_(entrants), boards_(boards), pairings_(entrants < 2 ? 0 : entrants * (entrants - 1) / 2) {}

std::optional<Job> RoundRobin::next() {
  if (next_ == total()) return std::nullopt;
  return job(next_++);
}

void RoundRobin::report(const Job&, const BoardResult&) {}

Job RoundRobin::job(std::uint64_t number) const {
  assert(number < total());
  std::uint64_t pairing = number / boards_;
  std::size_t first = 0;
  for (std::uint64_t in_row = entrants_ - 1; pairing >= in_row; --in_row) {
    pairing -= in_row;
    ++first;
  }
  const auto second = first + 1 + static_cast<std::size_t>(pairing);
  return {number, number % boards_, {static_cast<EntrantId>(first), static_cast<EntrantId>(second)}};
}

}  // namespace tichu::arena
