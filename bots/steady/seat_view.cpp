#include "bots/steady/seat_view.h"

namespace tichu::steady {

SeatView SeatView::of(const Observation& seen) {
  SeatView view;
  view.hand = seen.hand;
  view.unseen = seen.unseen();
  for (const Side side : OtherSides) {
    const Card given = seen.given.to(side);
    if (given.is_card() && view.unseen.contains(given)) view.known[side].insert(given);
  }
  view.given_to_right = seen.given.to(Side::Right);
  view.table = seen.table;
  view.owner = seen.table_owner;
  view.passes = seen.passes;
  view.hand_size = seen.hand_size;
  view.calls = seen.calls;
  view.out_count = seen.out_count;
  view.trick_points = seen.trick_points;
  view.wish = seen.wish;
  view.bomb_ignores_wish = seen.rules.bomb_ignores_wish;
  return view;
}

}  // namespace tichu::steady
