#include "arena/record/trick_tracker.h"

#include <algorithm>

namespace tichu::arena {

void TrickTracker::play(Seat seat, const Combination& play, bool out_of_turn) {
  if (closed_ && !out_of_turn) table_ = {};
  cards_[seat] = std::max(0, cards_[seat] - play.cards.size());
  owner_ = seat;
  if (play.is_dog()) {
    table_ = {};
    closed_ = true;
    turn_ = is_out(seat.partner()) ? next_with_cards(seat.partner()) : seat.partner();
    return;
  }
  table_ = play;
  closed_ = false;
  awaited_ = SeatSet::none();
  for (const Seat other : AllSeats) {
    if (other != seat && !is_out(other)) awaited_.insert(other);
  }
  turn_ = next_with_cards(seat);
  if (awaited_.empty()) close();
}

void TrickTracker::pass(Seat seat) {
  awaited_.erase(seat);
  if (awaited_.empty()) {
    close();
  } else {
    turn_ = next_with_cards(seat);
  }
}

void TrickTracker::close() {
  closed_ = true;
  turn_ = is_out(owner_) ? next_with_cards(owner_) : owner_;
}

Seat TrickTracker::next_with_cards(Seat seat) const {
  Seat next = seat.next();
  for (int step = 0; step < 3 && is_out(next); ++step) next = next.next();
  return next;
}

}  // namespace tichu::arena
