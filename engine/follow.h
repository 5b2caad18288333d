#pragma once

#include "engine/card_set.h"
#include "engine/combination.h"
#include "engine/hand_shape.h"

namespace tichu {

/// Whether the hand holds a bomb that beats `table`; with an empty table, whether it holds any.
bool holds_bomb(CardSet hand, const Combination& table);

/// The part of `can_follow` for combinations of several cards.
bool can_follow_group(CardSet hand, const Combination& table);

/// Whether the hand can follow `table`, which must not be empty, with something of its own type, bombs apart (a
/// straight flush may count as the straight that its cards would be): a pass is forced if it cannot and holds no
/// bomb that beats the table either.
inline bool can_follow(CardSet hand, const Combination& table) {
  if (table.kind != CombinationKind::Single) return can_follow_group(hand, table);
  constexpr CardSet AboveAll{Card::phoenix(), Card::dragon()};
  return !table.is_dragon() && hand.intersects(columns(number(table.rank) + 1, HighestNatural) | AboveAll);
}

}  // namespace tichu
