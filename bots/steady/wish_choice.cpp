#include "bots/steady/wish_choice.h"

namespace tichu::steady {

Rank choose_wish(const SeatView& view, const Combination& play) {
  const CardSet rest = view.hand - play.cards;
  const Card given = view.given_to_right;
  if (given.is_card() && is_natural(given.rank()) && view.unseen.contains(given)) return given.rank();
  // The highest rank that others hold and the own hand does not.
  for (int rank = Ace; rank >= Two; --rank) {
    const Rank wanted = static_cast<Rank>(rank);
    if (view.unseen.count(wanted) > 0 && rest.count(wanted) == 0) return wanted;
  }
  return Rank::None;
}

}  // namespace tichu::steady
