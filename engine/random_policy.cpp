#include "engine/random_policy.h"

#include <cstdint>

namespace tichu {

Action RandomPolicy::turn(const Round& round, Seat seat) {
  const PlayQuery query = round.situation(seat);
  const std::uint64_t word = random_.next();
  canonical_plays(query, plays_);
  const int choices = plays_.size() + (plays_.may_pass() ? 1 : 0);
  const int choice = static_cast<int>(random_.below(static_cast<std::uint32_t>(choices), word));
  if (choice == plays_.size()) return query.out_of_turn ? Action::no_bomb() : Action::pass();
  const Combination& play = plays_[choice];
  Rank wish = Rank::None;
  if (play.cards.contains(Card::mahjong()))
    wish = static_cast<Rank>(LowestNatural + static_cast<int>(random_.below(13)));
  return Action::play_cards(play, wish);
}

Action RandomPolicy::rarer(const Round& round, Seat seat, Question question) {
  if (question == Question::GrandTichu) return Action::no_grand_tichu();
  if (question == Question::Push) return push(round.hand(seat));
  return give_dragon(round, seat);
}

Action RandomPolicy::push(CardSet hand) {
  const Card right = take(hand);
  const Card partner = take(hand);
  return Action::push_cards(right, partner, take(hand));
}

Card RandomPolicy::take(CardSet& cards) {
  const Card card = cards.nth(static_cast<int>(random_.below(static_cast<std::uint32_t>(cards.size()))));
  cards.erase(card);
  return card;
}

Action RandomPolicy::give_dragon(const Round& round, Seat seat) {
  const Action gift = Action::give_dragon(random_.below(2) == 0 ? Side::Right : Side::Left);
  if (round.is_legal(seat, gift)) return gift;
  return Action::give_dragon(gift.give_to == Side::Right ? Side::Left : Side::Right);
}

}  // namespace tichu
