#include "tests/arena/hosting/player/seat_at_deal.h"

namespace tichu::tests {
namespace {

/// A deal in which seat 0 holds the Mahjong after pushes of everybody's three lowest cards, so that it leads.
Deal deal_with_lead() {
  Deal cards;
  for (int i = 0; i < Card::Count; ++i) {
    cards.cards[Seat(i % 4)][static_cast<std::size_t>(i / 4)] = Card::from_index(i);
  }
  return cards;  // The special cards come last in the deck: the Mahjong is seat 0's last card.
}

Action lowest_push(CardSet hand) {
  auto card = (hand - Card::mahjong()).begin();
  const Card right = *card;
  const Card partner = *++card;
  const Card left = *++card;
  return Action::push_cards(right, partner, left);
}

}  // namespace

SeatAtDeal::SeatAtDeal(arena::Player& player)
    : player_(player), round_(deal_with_lead(), Rules{}, log_), observer_(Seat(0), Rules{}, Points(0), Points(0)) {
  player_.begin_round(seen());
  publish();
}

void SeatAtDeal::publish() {
  for (; published_ < log_.size(); ++published_) {
    const std::optional<Event> event = log_[published_].seen_by(Seat(0));
    if (!event) continue;
    observer_.see(*event);
    player_.tell(seen().history().back(), seen());
  }
}

tl::expected<arena::TimedAnswer, arena::Fault> SeatAtDeal::ask_grand_tichu(std::chrono::milliseconds limit) {
  return player_.ask(Question::GrandTichu, seen(), limit);
}

tl::expected<arena::TimedAnswer, arena::Fault> SeatAtDeal::ask_push(std::chrono::milliseconds limit) {
  while (round_.pending().question == Question::GrandTichu) {
    round_.apply(round_.pending().seats.first(), Action::no_grand_tichu(), log_);
  }
  publish();
  return player_.ask(Question::Push, seen(), limit);
}

tl::expected<arena::TimedAnswer, arena::Fault> SeatAtDeal::ask_turn(std::chrono::milliseconds limit) {
  while (round_.pending().question == Question::GrandTichu) {
    round_.apply(round_.pending().seats.first(), Action::no_grand_tichu(), log_);
  }
  while (round_.pending().question == Question::Push) {
    const Seat seat = round_.pending().seats.first();
    round_.apply(seat, lowest_push(round_.hand(seat)), log_);
  }
  publish();
  return player_.ask(Question::Turn, seen(), limit);
}

}  // namespace tichu::tests
