#include "engine/random_policy.h"

#include <cstdint>

namespace tichu {

Action RandomPolicy::action(const Round& round, Seat seat, DecisionKind kind) {
  switch (kind) {
    case DecisionKind::GrandTichu:
      return Action::no_grand_tichu();
    case DecisionKind::Push:
      return push(round.hand(seat));
    case DecisionKind::GiveDragon:
      return give_dragon(round, seat);
    case DecisionKind::Turn:
    case DecisionKind::Bomb:
      break;
  }
  return turn(round, seat);
}

Action RandomPolicy::turn(const Round& round, Seat seat) {
  const PlayQuery query = round.situation(seat);
  canonical_plays(query, plays_);
  const int choices = plays_.size() + (plays_.may_pass() ? 1 : 0);
  const int choice = static_cast<int>(random_.below(static_cast<std::uint32_t>(choices)));
  if (choice == plays_.size()) return query.out_of_turn ? Action::no_bomb() : Action::pass();
  const Combination& play = plays_[choice];
  Rank wish = Rank::None;
  if (play.cards.contains(Card::mahjong()))
    wish = static_cast<Rank>(number(Rank::Two) + static_cast<int>(random_.below(13)));
  return Action::play_cards(play, wish);
}

Action RandomPolicy::push(CardSet hand) {
  const Card right = take(hand);
  const Card partner = take(hand);
  return Action::push_cards(right, partner, take(hand));
}

Card RandomPolicy::take(CardSet& cards) {
  std::uint64_t rest = cards.bits();
  for (std::uint32_t skip = random_.below(static_cast<std::uint32_t>(cards.size())); skip > 0; --skip) rest &= rest - 1;
  const Card card = CardSet(rest).first();
  cards.erase(card);
  return card;
}

Action RandomPolicy::give_dragon(const Round& round, Seat seat) {
  const Action gift = Action::give_dragon(random_.below(2) == 0 ? Side::Right : Side::Left);
  if (round.is_legal(seat, gift)) return gift;
  return Action::give_dragon(gift.give_to == Side::Right ? Side::Left : Side::Right);
}

}  // namespace tichu
