#pragma once

#include <cstdint>
#include <utility>

#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// The pairing in the order in which it takes its seats on its `nth` board, where a board is a single table and each of
/// the two has other cards: they change places from board to board and from pairing to pairing. Else an entrant would
/// have the same cards in all its pairings, and precision would depend on the order of entry.
inline Pairing seated(Pairing pairing, std::uint64_t nth) {
  const std::uint64_t sum = nth + static_cast<std::uint64_t>(pairing[0]) + static_cast<std::uint64_t>(pairing[1]);
  if (sum % 2 == 0) std::swap(pairing[0], pairing[1]);
  return pairing;
}

}  // namespace tichu::arena
