#include "tests/bots/first_play.h"

#include "engine/plays.h"

namespace tichu::tests {

Answer first_play(Question question, const Observation& seen) {
  Answer answer;
  switch (question) {
    case Question::GrandTichu:
    case Question::Tichu:
    case Question::Bomb:
      break;
    case Question::Push: {
      auto card = seen.hand.begin();
      for (Card& given : answer.action.push.cards) {
        given = *card;
        ++card;
      }
      break;
    }
    case Question::Turn: {
      PlayList plays;
      canonical_plays(PlayQuery::turn(seen), plays);
      if (plays.empty()) break;
      answer.action.play.cards = plays[0].cards;
      answer.action.play.phoenix_as = plays[0].phoenix_as;
      break;
    }
    case Question::GiveDragon:
      answer.action.give_to = seen.hand_size[Side::Right] > 0 ? Side::Right : Side::Left;
      break;
  }
  answer.action.kind = kind_of_answer(question, answer.call, answer.action.play.cards);
  return answer;
}

}  // namespace tichu::tests
