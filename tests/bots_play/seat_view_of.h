#pragma once

#include <string_view>

#include "bots/steady/seat_view.h"
#include "tests/engine/arranged_round.h"

namespace tichu::steady {

/// The middle of a round: the others hold so many cards each of those that are not in the hand; all fourteen just after
/// the push.
inline SeatView view_of(CardSet hand, int others = 14) {
  SeatView view;
  view.hand = hand;
  view.unseen = CardSet::deck() - hand;
  for (const Side side : AllSides) view.hand_size[side] = static_cast<std::uint8_t>(others);
  view.hand_size[Side::Me] = static_cast<std::uint8_t>(hand.size());
  return view;
}
inline SeatView view_of(std::string_view hand, int others = 14) { return view_of(test::cards(hand), others); }

}  // namespace tichu::steady
