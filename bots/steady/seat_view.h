#pragma once

#include <cstdint>

#include "engine/observation.h"

namespace tichu::steady {

/// What steady's decisions look at: the part of an Observation that they need, and no history, so that a search can
/// also make one from a round of its own imagination.
struct SeatView {
  CardSet hand;
  CardSet unseen;          ///< cards that the other three seats hold
  PerSide<CardSet> known;  ///< of these, the cards that the own push gave to each seat and that are still there
  Combination table;       ///< empty for a lead
  Side owner = Side::Me;   ///< who played `table`
  std::uint8_t passes = 0;
  PerSide<std::uint8_t> hand_size;
  PerSide<Call> calls;
  std::uint8_t out_count = 0;
  Card given_to_right = Card::none();
  int trick_points = 0;
  Rank wish = Rank::None;
  bool bomb_ignores_wish = false;

  static SeatView of(const Observation& seen);

  bool leads() const { return table.empty(); }
  bool in_play(Side side) const { return hand_size[side] > 0; }
  /// Whether a call of that seat can still be won: nobody has gone out yet.
  bool call_is_open(Side side) const { return calls[side] != Call::None && out_count == 0; }
  bool partner_called() const { return call_is_open(Side::Partner); }
};

}  // namespace tichu::steady
