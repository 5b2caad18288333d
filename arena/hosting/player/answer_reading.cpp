#include "arena/hosting/player/answer_reading.h"

#include <optional>
#include <string>
#include <utility>

#include "arena/hosting/player/fault_texts.h"
#include "engine/card_set.h"
#include "engine/combination.h"
#include "engine/notation.h"
#include "sdk/abi_mirror.h"

namespace tichu::arena {
namespace {

tl::unexpected<Fault> bad_message(Question question, const std::string& what) {
  return tl::unexpected(misfit_answer(question, what));
}

bool is_rank_or_none(int value) { return value == 0 || is_natural(static_cast<Rank>(value)); }

tl::expected<void, Fault> check_cards(Question question, const tichu_answer& answer) {
  if (!CardSet::deck().contains_all(CardSet(answer.combination.cards))) {
    return bad_message(question, "a card number that no card has");
  }
  if (!is_rank_or_none(answer.combination.phoenix_as)) {
    return bad_message(question, "the Phoenix as rank " + std::to_string(answer.combination.phoenix_as));
  }
  if (!is_rank_or_none(answer.wish)) return bad_message(question, "a wish for rank " + std::to_string(answer.wish));
  return {};
}

tl::expected<void, Fault> check_push(const tichu_answer& answer) {
  CardSet distinct;
  for (const std::uint8_t code : answer.push) {
    const Card card = Card::from_code(code);
    if (!card.is_card()) {
      return bad_message(Question::Push, "card number " + std::to_string(code) + ", which no card has");
    }
    if (distinct.contains(card)) return bad_message(Question::Push, to_text(card) + " twice");
    distinct.insert(card);
  }
  return {};
}

tl::expected<void, Fault> check_numbers(Question question, const tichu_answer& answer) {
  if (answer.call > 1) {
    return bad_message(question, "call " + std::to_string(answer.call) + ", which is neither 0 nor 1");
  }
  switch (question) {
    case Question::Push:
      return check_push(answer);
    case Question::Turn:
    case Question::Bomb:
      return check_cards(question, answer);
    case Question::GiveDragon:
      if (answer.give_to > 3) return bad_message(question, "side " + std::to_string(answer.give_to));
      return {};
    case Question::GrandTichu:
    case Question::Tichu:
      break;
  }
  return {};
}

}  // namespace

tl::expected<Answer, Fault> read_answer(Question question, const Answer& answer, const Observation& seen) {
  Answer read = answer;
  const Action& named = answer.action;
  switch (question) {
    case Question::GrandTichu:
      read.action = answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu();
      return read;
    case Question::Tichu:
      read.action = Action::call_tichu();
      return read;
    case Question::Push:
      read.call = false;
      read.action = Action::push_cards(named.push);
      return read;
    case Question::GiveDragon:
      read.call = false;
      read.action = Action::give_dragon(named.give_to);
      return read;
    case Question::Turn:
    case Question::Bomb:
      break;
  }
  if (named.play.cards.empty()) {
    read.action = question == Question::Turn ? Action::pass() : Action::no_bomb();
    return read;
  }
  const std::optional<Combination> play = read_combination(named.play.cards, seen.table, named.play.phoenix_as);
  if (!play) return tl::unexpected(no_combination(named.play.cards, named.play.phoenix_as));
  read.action = Action::play_cards(*play, named.wish);
  return read;
}

tl::expected<Answer, Fault> check_form(Question question, const tichu_answer& answer) {
  if (auto checked = check_numbers(question, answer); !checked) return tl::unexpected(std::move(checked.error()));
  return from_c(question, answer);
}

}  // namespace tichu::arena
