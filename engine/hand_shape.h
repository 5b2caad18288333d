#pragma once

#include <cstdint>

#include "engine/card_set.h"

namespace tichu {

/// The cards of all suits of one rank 0..15.
constexpr CardSet column(int rank) { return CardSet(CardSet::RankColumn << rank); }

/// The cards of all suits between two ranks, inclusive; 0 <= low <= high <= 15.
constexpr CardSet columns(int low, int high) {
  return CardSet((CardSet::RankColumn << (high + 1)) - (CardSet::RankColumn << low));
}

/// The ranks between two ranks, inclusive.
constexpr RankMask rank_range(int low, int high) { return (RankMask{2} << high) - (RankMask{1} << low); }

/// How many cards of each rank a hand holds, as masks of ranks, found by adding up the four lanes of the word. The
/// generators and the test for forced passes start from it.
struct HandShape {
  std::uint64_t natural;  ///< the suits' cards
  RankMask one;           ///< ranks 2..A with at least one natural card
  RankMask two;
  RankMask three;
  RankMask four;
  bool phoenix;
  bool mahjong;
  bool dragon;

  constexpr explicit HandShape(CardSet hand)
      : natural(hand.natural().bits()),
        phoenix(hand.contains(Card::phoenix())),
        mahjong(hand.contains(Card::mahjong())),
        dragon(hand.contains(Card::dragon())) {
    const auto a = static_cast<RankMask>(natural & 0xffff);
    const auto b = static_cast<RankMask>((natural >> 16) & 0xffff);
    const auto c = static_cast<RankMask>((natural >> 32) & 0xffff);
    const auto d = static_cast<RankMask>(natural >> 48);
    one = a | b | c | d;
    two = (a & b) | (c & d) | ((a | b) & (c | d));
    three = (a & b & (c | d)) | (c & d & (a | b));
    four = a & b & c & d;
  }

  /// The ranks that a straight can use as they are: natural ranks, and bit 1 for the Mahjong.
  constexpr RankMask straight_ranks() const { return one | (mahjong ? 2u : 0u); }
  /// The lowest card of each run of five in a suit (RULES 4.2). Lanes cannot run into each other: the bits 0, 1 and
  /// 15 of a lane are never a suit's card.
  constexpr std::uint64_t flush_starts() const {
    return natural & (natural >> 1) & (natural >> 2) & (natural >> 3) & (natural >> 4);
  }
  /// The cards that belong to a straight flush.
  constexpr std::uint64_t flush_cards() const {
    const std::uint64_t s = flush_starts();
    return s | (s << 1) | (s << 2) | (s << 3) | (s << 4);
  }
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
  static constexpr Runs of_straights(const HandShape& shape) {
    const RankMask ranks = shape.straight_ranks();
    return {ranks, shape.phoenix ? ~ranks & rank_range(number(Rank::Two), number(Rank::Ace)) : 0};
  }
  /// The ranks of stairs.
  static constexpr Runs of_stairs(const HandShape& shape) {
    return {shape.two, shape.phoenix ? shape.one & ~shape.two : 0};
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
