#include "tests/arena/hosting/match/random_answers.h"

#include <utility>
#include <vector>

namespace tichu::tests {

arena::TimedAnswer RandomAnswers::answer(Question question, const Observation& seen) {
  arena::TimedAnswer answer;
  switch (question) {
    case Question::GrandTichu:
      answer.call = one_in(10);
      answer.action = answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu();
      break;
    case Question::Tichu:
      answer.call = one_in(20);
      break;
    case Question::Push:
      answer.action = push(seen);
      break;
    case Question::Turn:
      answer.call = seen.may_call_tichu() && one_in(20);
      answer.action = turn(seen);
      break;
    case Question::Bomb:
      answer.action = bomb(seen);
      break;
    case Question::GiveDragon:
      answer.action = Action::give_dragon(gift(seen));
      break;
  }
  return answer;
}

Action RandomAnswers::push(const Observation& seen) {
  std::vector<Card> cards;
  for (const Card card : seen.hand) cards.push_back(card);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint32_t other = i + random_.below(static_cast<std::uint32_t>(cards.size()) - i);
    std::swap(cards[i], cards[other]);
  }
  return Action::push_cards(cards[0], cards[1], cards[2]);
}

Action RandomAnswers::turn(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  const auto choices = static_cast<std::uint32_t>(plays_.size() + (plays_.may_pass() ? 1 : 0));
  const auto choice = static_cast<int>(random_.below(choices));
  if (choice == plays_.size()) return Action::pass();
  const Combination& play = plays_[choice];
  Rank wish = Rank::None;
  if (play.cards.contains(Card::mahjong()) && !one_in(4)) wish = static_cast<Rank>(2 + random_.below(13));
  return Action::play_cards(play, wish);
}

Action RandomAnswers::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  if (plays_.empty() || one_in(2)) return Action::no_bomb();
  return Action::play_cards(plays_[static_cast<int>(random_.below(static_cast<std::uint32_t>(plays_.size())))]);
}

Side RandomAnswers::gift(const Observation& seen) {
  if (seen.rules.dragon_only_to_seat_with_cards) {
    if (seen.hand_size[Side::Right] == 0) return Side::Left;
    if (seen.hand_size[Side::Left] == 0) return Side::Right;
  }
  return one_in(2) ? Side::Right : Side::Left;
}

}  // namespace tichu::tests
