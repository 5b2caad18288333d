#pragma once

#include <bit>
#include <cstdint>

#include "engine/card_set.h"

namespace tichu {

/// The cards of all suits of one rank 0..15.
constexpr CardSet column(int rank) { return CardSet(CardSet::RankColumn << rank); }

/// The cards of all suits between two ranks, inclusive; 0 <= low <= high <= 15.
constexpr CardSet columns(int low, int high) {
  return CardSet((CardSet::RankColumn << (high + 1)) - (CardSet::RankColumn << low));
}

/// The ranks higher than a rank 0..15.
constexpr RankMask ranks_above(int rank) { return ~((RankMask{2} << rank) - 1); }

/// The ranks between two ranks, inclusive.
constexpr RankMask rank_range(int low, int high) { return (RankMask{2} << high) - (RankMask{1} << low); }

/// Calls `body(rank)` for each rank of the mask, rising.
template <typename Body>
inline void for_each_rank(RankMask ranks, Body body) {
  for (; ranks != 0; ranks &= ranks - 1) body(std::countr_zero(ranks));
}

/// The lowest card of each run of five in a suit (RULES 4.2), in a word of suits' cards. Lanes cannot run into each
/// other: the bits 0, 1 and 15 of a lane are never a suit's card.
constexpr std::uint64_t flush_starts(std::uint64_t natural) {
  const std::uint64_t pairs = natural & (natural >> 1);
  return pairs & (pairs >> 2) & (natural >> 4);
}

/// The cards of the runs of five that begin at `starts`: those that belong to a straight flush.
constexpr std::uint64_t flush_cards(std::uint64_t starts) {
  return starts | (starts << 1) | (starts << 2) | (starts << 3) | (starts << 4);
}

/// Which cards a hand holds of each rank, as masks of ranks, found by adding up the four lanes of the word. The
/// generators and the test for forced passes start from it. Each mask is computed when it is asked for: most
/// questions need few.
class HandShape {
 public:
  constexpr explicit HandShape(CardSet hand) : hand_(hand), natural_(hand.natural().bits()) {}

  bool dog() const { return hand_.contains(Card::dog()); }
  bool mahjong() const { return hand_.contains(Card::mahjong()); }
  bool phoenix() const { return hand_.contains(Card::phoenix()); }
  bool dragon() const { return hand_.contains(Card::dragon()); }
  /// The suits' cards.
  std::uint64_t natural() const { return natural_; }

  /// The ranks 2..A with at least one natural card, with at least two, three, and with all four.
  RankMask one() const { return lane(0) | lane(1) | lane(2) | lane(3); }
  RankMask two() const {
    return (lane(0) & lane(1)) | (lane(2) & lane(3)) | ((lane(0) | lane(1)) & (lane(2) | lane(3)));
  }
  RankMask three() const {
    return (lane(0) & lane(1) & (lane(2) | lane(3))) | (lane(2) & lane(3) & (lane(0) | lane(1)));
  }
  RankMask four() const { return lane(0) & lane(1) & lane(2) & lane(3); }

  /// The ranks that a straight can use as they are: natural ranks, and bit 1 for the Mahjong.
  RankMask straight_ranks() const { return one() | (mahjong() ? 2u : 0u); }
  std::uint64_t flush_starts() const { return tichu::flush_starts(natural_); }

 private:
  RankMask lane(int suit) const { return static_cast<RankMask>((natural_ >> (16 * suit)) & 0xffff); }

  CardSet hand_;
  std::uint64_t natural_;
};

/// Finds runs of consecutive ranks, longer step by step: the straights and stairs that a hand can form. `whole` and
/// `patched` hold the lowest ranks of the runs of `length` ranks that are complete, and of those that lack a card at
/// exactly one rank, which the Phoenix can be.
struct Runs {
  RankMask whole_ranks;  ///< ranks that lack nothing
  RankMask short_ranks;  ///< ranks that the Phoenix would complete; none without it
  RankMask whole = whole_ranks;
  RankMask patched = short_ranks;
  int length = 1;

  /// The ranks of straights.
  static Runs of_straights(const HandShape& shape) {
    const RankMask ranks = shape.straight_ranks();
    return {ranks, shape.phoenix() ? ~ranks & rank_range(LowestNatural, HighestNatural) : 0};
  }
  /// The ranks of stairs.
  static Runs of_stairs(const HandShape& shape) {
    return {shape.two(), shape.phoenix() ? shape.one() & ~shape.two() : 0};
  }

  constexpr bool any() const { return (whole | patched) != 0; }
  constexpr void grow() {
    patched = (patched & (whole_ranks >> length)) | (whole & (short_ranks >> length));
    whole &= whole_ranks >> length;
    ++length;
  }
  constexpr void grow_to(int ranks) {
    while (length < ranks) grow();
  }
  /// The starts whose top rank is above `over`.
  constexpr RankMask topping(RankMask starts, int over) const {
    const int low = over - length + 1;
    return low <= 0 ? starts : starts & ~((RankMask{2} << low) - 1);
  }
  constexpr bool any_topping(int over) const { return topping(whole | patched, over) != 0; }
};

}  // namespace tichu
