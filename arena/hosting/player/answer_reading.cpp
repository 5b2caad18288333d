#include "arena/hosting/player/answer_reading.h"

#include <optional>
#include <string>

#include "arena/record/question_words.h"
#include "engine/card_set.h"
#include "engine/combination.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

tl::unexpected<Fault> bad_message(Question question, const std::string& what) {
  return tl::unexpected(
      Fault{FaultKind::BadMessage, "answered for " + std::string(in_words(question)) + " with " + what, {}});
}

tl::expected<Answer, Fault> read_play(const protocol::Answer& answer, const Observation& seen, Action if_none) {
  Answer read;
  read.call = answer.call;
  if (answer.cards.empty()) {
    read.action = if_none;
    return read;
  }
  const std::optional<Combination> play = read_combination(answer.cards, seen.table, answer.phoenix_as);
  if (!play) {
    std::string text = "played " + to_text(answer.cards);
    if (answer.phoenix_as != Rank::None) text += " with the Phoenix as " + to_text(answer.phoenix_as);
    return tl::unexpected(Fault{FaultKind::IllegalAction, text + ", which is no combination (RULES 4.1)", {}});
  }
  read.action = Action::play_cards(*play, answer.wish);
  return read;
}

bool is_rank_or_none(int value) { return value == 0 || (value >= Two && value <= Ace); }

tl::expected<protocol::Answer, Fault> check_cards(Question question, const tichu_answer& answer) {
  const CardSet cards(answer.combination.cards);
  if (!CardSet::deck().contains_all(cards)) {
    return bad_message(question, "a card number that no card has");
  }
  if (!is_rank_or_none(answer.combination.phoenix_as)) {
    return bad_message(question, "the Phoenix as rank " + std::to_string(answer.combination.phoenix_as));
  }
  if (!is_rank_or_none(answer.wish)) return bad_message(question, "a wish for rank " + std::to_string(answer.wish));
  protocol::Answer checked;
  checked.call = answer.call != 0;
  checked.cards = cards;
  checked.phoenix_as = static_cast<Rank>(answer.combination.phoenix_as);
  checked.wish = static_cast<Rank>(answer.wish);
  return checked;
}

tl::expected<protocol::Answer, Fault> check_push(const tichu_answer& answer) {
  protocol::Answer checked;
  CardSet distinct;
  for (std::size_t i = 0; i < checked.push.cards.size(); ++i) {
    const Card card = Card::from_code(answer.push[i]);
    if (!card.is_card()) {
      return bad_message(Question::Push, "card number " + std::to_string(answer.push[i]) + ", which no card has");
    }
    if (distinct.contains(card)) return bad_message(Question::Push, to_text(card) + " twice");
    distinct.insert(card);
    checked.push.cards[i] = card;
  }
  return checked;
}

}  // namespace

tl::expected<Answer, Fault> read_answer(Question question, const protocol::Answer& answer, const Observation& seen) {
  Answer read;
  switch (question) {
    case Question::GrandTichu:
      read.call = answer.call;
      read.action = answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu();
      return read;
    case Question::Tichu:
      read.call = answer.call;
      read.action = Action::call_tichu();
      return read;
    case Question::Push:
      read.action =
          Action::push_cards(answer.push.to(Side::Right), answer.push.to(Side::Partner), answer.push.to(Side::Left));
      return read;
    case Question::Turn:
      return read_play(answer, seen, Action::pass());
    case Question::Bomb:
      return read_play(answer, seen, Action::no_bomb());
    case Question::GiveDragon:
      read.action = Action::give_dragon(answer.give_to);
      return read;
  }
  return read;
}

tl::expected<protocol::Answer, Fault> check_form(Question question, const tichu_answer& answer) {
  if (answer.call > 1)
    return bad_message(question, "call " + std::to_string(answer.call) + ", which is neither 0 nor 1");
  switch (question) {
    case Question::Push:
      return check_push(answer);
    case Question::Turn:
    case Question::Bomb:
      return check_cards(question, answer);
    case Question::GrandTichu:
    case Question::Tichu:
    case Question::GiveDragon:
      break;
  }
  protocol::Answer checked;
  checked.call = answer.call != 0;
  if (question == Question::GiveDragon) {
    if (answer.give_to > 3) return bad_message(question, "side " + std::to_string(answer.give_to));
    checked.give_to = static_cast<Side>(answer.give_to);
  }
  return checked;
}

}  // namespace tichu::arena
