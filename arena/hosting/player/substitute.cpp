#include "arena/hosting/player/substitute.h"

#include <algorithm>
#include <tuple>

#include "engine/plays.h"

namespace tichu::arena {
namespace {

/// The three lowest by number of card: the lowest two go to the opponents.
Action push(CardSet hand) {
  std::array<Card, 3> lowest;
  for (Card& card : lowest) {
    card = *hand.begin();
    hand.erase(card);
  }
  return Action::push_cards(lowest[0], lowest[2], lowest[1]);
}

/// The smallest comes first: bombs last, then by rank, then those with most cards.
auto order(const Combination& play) {
  return std::tuple(play.is_bomb(), number(play.rank), -play.cards.size(), play.cards.bits());
}

Action turn(const Observation& seen) {
  PlayList plays;
  canonical_plays(PlayQuery::turn(seen), plays);
  const bool partner_leads = !seen.table.empty() && seen.table_owner == Side::Partner;
  if (plays.empty() || (plays.may_pass() && partner_leads)) return Action::pass();
  return Action::play_cards(*std::min_element(
      plays.begin(), plays.end(), [](const Combination& a, const Combination& b) { return order(a) < order(b); }));
}

/// The opponent with more cards left, which the rules allow in every variant.
Side gift(const Observation& seen) {
  return seen.hand_size[Side::Left] > seen.hand_size[Side::Right] ? Side::Left : Side::Right;
}

}  // namespace

Answer substitute_answer(Question question, const Observation& seen) {
  Answer answer;
  switch (question) {
    case Question::GrandTichu:
      answer.action = Action::no_grand_tichu();
      break;
    case Question::Tichu:
      answer.action = Action::call_tichu();  // not called: `call` is false
      break;
    case Question::Push:
      answer.action = push(seen.hand);
      break;
    case Question::Turn:
      answer.action = turn(seen);
      break;
    case Question::Bomb:
      answer.action = Action::no_bomb();
      break;
    case Question::GiveDragon:
      answer.action = Action::give_dragon(gift(seen));
      break;
  }
  return answer;
}

}  // namespace tichu::arena
