#include "tests/bots/first_play.h"

#include "engine/plays.h"

namespace tichu::tests {

protocol::Answer first_play(protocol::Question question, const Observation& seen) {
  protocol::Answer answer;
  switch (question) {
    case protocol::Question::GrandTichu:
    case protocol::Question::Tichu:
    case protocol::Question::Bomb:
      break;
    case protocol::Question::Push: {
      auto card = seen.hand.begin();
      for (Card& given : answer.push.cards) {
        given = *card;
        ++card;
      }
      break;
    }
    case protocol::Question::Turn: {
      PlayList plays;
      canonical_plays(PlayQuery::turn(seen), plays);
      if (plays.empty()) break;
      answer.cards = plays[0].cards;
      answer.phoenix_as = plays[0].phoenix_as;
      break;
    }
    case protocol::Question::GiveDragon:
      answer.give_to = seen.hand_size[Side::Right] > 0 ? Side::Right : Side::Left;
      break;
  }
  return answer;
}

}  // namespace tichu::tests
