#include "arena/hosting/player/answer_legality.h"

#include "arena/hosting/player/answer_reading.h"
#include "engine/legality.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

tl::unexpected<AnswerRefusal> refuse(std::string_view clause, std::string_view reason) {
  return tl::unexpected(AnswerRefusal{std::string(clause), std::string(reason)});
}

Legality judge_cards(Question question, const Answer& named, const Observation& seen) {
  const PlayQuery query = question == Question::Turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen);
  const Combination& said = named.action.play;
  if (said.cards.empty()) return question == Question::Turn ? judge_pass(query) : Legality::legal();
  // The rules' judge says what is wrong with cards that are nothing, if they claim to be something.
  Combination claimed = said;
  claimed.kind = CombinationKind::Single;
  return judge_play(query, read_combination(said.cards, seen.table, said.phoenix_as).value_or(claimed),
                    named.action.wish);
}

}  // namespace

bool may_receive_dragon(Side side, const Observation& seen) {
  if (side != Side::Right && side != Side::Left) return false;
  return !seen.rules.dragon_only_to_seat_with_cards || seen.hand_size[side] > 0;
}

tl::expected<Answer, AnswerRefusal> judge_answer(Question question, const Answer& named, const Observation& seen) {
  const bool calls = named.call && (question == Question::Tichu || question == Question::Turn);
  if (calls && !seen.may_call_tichu()) return refuse("3.3", "Tichu cannot be called any more");
  if (question == Question::Push) {
    for (const Card card : named.action.push.cards) {
      if (!card.is_card()) return refuse("3.4", "three cards are pushed, one to each other seat");
      if (!seen.hand.contains(card)) return refuse("3.4", to_text(card) + " is not in the hand");
    }
  }
  if (question == Question::Turn || question == Question::Bomb) {
    if (const Legality verdict = judge_cards(question, named, seen); !verdict.ok()) {
      return refuse(verdict.clause, verdict.reason);
    }
  }
  if (question == Question::GiveDragon && !may_receive_dragon(named.action.give_to, seen)) {
    return refuse("7.6", "the Dragon's trick goes to an opponent, in these rules to one who holds cards");
  }
  return read_answer(question, named, seen).map_error([](const Fault& fault) {
    return AnswerRefusal{"4.1", fault.text};
  });
}

}  // namespace tichu::arena
