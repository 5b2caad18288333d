#pragma once

#include <array>
#include <cstdint>

#include "engine/card_set.h"
#include "engine/seat.h"

namespace tichu {

/// Which 56 cards go to which seat, in which order (RULES 1.1): of each seat's fourteen the first eight are
/// those of the Grand Tichu decision (RULES 3.1).
struct Deal {
  static constexpr int FirstCards = 8;
  static constexpr int HandCards = 14;

  PerSeat<std::array<Card, HandCards>> cards{};

  /// The first eight cards of a seat.
  CardSet first_eight(Seat seat) const;
  /// The six that follow.
  CardSet last_six(Seat seat) const;
  /// All fourteen cards of a seat.
  CardSet hand(Seat seat) const;
  /// Whether each of the 56 cards is there exactly once.
  bool is_complete() const;
  friend bool operator==(const Deal&, const Deal&) = default;
};

/// Deal number `index` of the sequence that `seed` names. A pure function, the same on every machine: the deck
/// in the order of Card::from_index, shuffled by Fisher and Yates with Random(seed, index); seat s gets the
/// cards 14 s to 14 s + 13. Written down with test vectors in `engine/DEALS.md`.
Deal deal(std::uint64_t seed, std::uint64_t index);

}  // namespace tichu
