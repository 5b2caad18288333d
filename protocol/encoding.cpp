#include "protocol/encoding.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace tichu::protocol {
namespace {

constexpr std::uint32_t HiddenCard = 255;
constexpr std::uint32_t HighestRank = 15;

void put_cards(CardSet cards, std::string& bytes) {
  std::array<char, 64> codes;  // a bot may claim cards that do not exist
  std::size_t count = 0;
  for (const Card card : cards) codes[count++] = static_cast<char>(card.code());
  bytes.assign(codes.data(), count);
}

void put_push(const PushedCards& push, std::string& bytes) {
  std::array<char, 3> codes;
  for (std::size_t i = 0; i < 3; ++i) codes[i] = static_cast<char>(push.cards[i].code());
  bytes.assign(codes.data(), codes.size());
}

std::uint32_t code(Rank rank) { return static_cast<std::uint32_t>(rank); }
std::uint32_t code(Side side) { return static_cast<std::uint32_t>(side); }

std::optional<std::string> read_cards(std::string_view bytes, CardSet& cards) {
  for (const char byte : bytes) {
    const int number = static_cast<unsigned char>(byte);
    const Card card = Card::from_code(number);
    if (!card.is_card()) return "no card has the number " + std::to_string(number);
    if (cards.contains(card)) return "the card " + std::to_string(number) + " stands there twice";
    cards.insert(card);
  }
  return std::nullopt;
}

std::optional<std::string> read_push(std::string_view bytes, bool may_hide, PushedCards& push) {
  if (bytes.size() != 3) return "a push is three cards, not " + std::to_string(bytes.size());
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = static_cast<unsigned char>(bytes[i]);
    push.cards[i] = Card::from_code(number);
    if (!push.cards[i].is_card() && !(may_hide && number == HiddenCard)) {
      return "no card has the number " + std::to_string(number);
    }
  }
  if (may_hide) return std::nullopt;
  const auto& [right, partner, left] = push.cards;
  if (right == partner || right == left || partner == left) return "a card is pushed twice";
  return std::nullopt;
}

// None, or a rank that a wish or a Phoenix may name.
std::optional<std::string> read_named_rank(std::uint32_t number, const char* what, Rank& rank) {
  if (number != 0 && (number < code(Rank::Two) || number > code(Rank::Ace))) {
    return std::string(what) + " is " + std::to_string(number) + ", not 0 or 2 to 14";
  }
  rank = static_cast<Rank>(number);
  return std::nullopt;
}

std::optional<std::string> read_side(std::uint32_t number, const char* what, Side& side) {
  if (number > 3) return std::string(what) + " is " + std::to_string(number) + ", not 0 to 3";
  side = static_cast<Side>(number);
  return std::nullopt;
}

std::optional<std::string> read_combination(const v1::Event& message, Combination& combination) {
  if (auto fault = read_cards(message.cards(), combination.cards)) return fault;
  if (!v1::CombinationType_IsValid(message.type())) return "no type has the number " + std::to_string(message.type());
  if (message.rank() > HighestRank) return "rank is " + std::to_string(message.rank()) + ", not 0 to 15";
  combination.kind = static_cast<CombinationKind>(message.type());
  combination.rank = static_cast<Rank>(message.rank());
  if (!combination.empty()) combination.length = static_cast<std::uint8_t>(combination.cards.size());
  return read_named_rank(message.phoenix_as(), "phoenix_as", combination.phoenix_as);
}

std::optional<std::string> read_event(const v1::Event& message, Event& event) {
  if (!v1::EventKind_IsValid(message.kind())) return "no event has the number " + std::to_string(message.kind());
  event.kind = static_cast<EventKind>(message.kind());
  Side who = Side::Me;
  Side to = Side::Me;
  if (auto fault = read_side(message.who(), "who", who)) return fault;
  if (auto fault = read_side(message.to(), "to", to)) return fault;
  event.seat = Seat(static_cast<int>(who));
  event.to = Seat(static_cast<int>(to));
  event.out_of_turn = message.out_of_turn();
  event.points = static_cast<std::int16_t>(message.points());
  if (event.points != message.points()) return "points are " + std::to_string(message.points());
  if (event.kind == EventKind::Push) {
    if (auto fault = read_push(message.push(), true, event.push)) return fault;
  }
  if (auto fault = read_named_rank(message.wish(), "wish", event.wish)) return fault;
  return read_combination(message, event.combination);
}

std::optional<std::string> read_answer(Question question, const v1::Answer& message, Answer& answer) {
  switch (question) {
    case Question::GrandTichu:
    case Question::Tichu:
      answer.call = message.call();
      return std::nullopt;
    case Question::Push:
      return read_push(message.push(), false, answer.push);
    case Question::Turn:
      answer.call = message.call();
      if (auto fault = read_named_rank(message.wish(), "wish", answer.wish)) return fault;
      break;
    case Question::Bomb:
      break;
    case Question::GiveDragon:
      return read_side(message.give_to(), "give_to", answer.give_to);
  }
  if (auto fault = read_named_rank(message.phoenix_as(), "phoenix_as", answer.phoenix_as)) return fault;
  return read_cards(message.cards(), answer.cards);
}

void put_remark(const Remark& remark, v1::Remark& message) {
  message.set_note(remark.note);
  if (remark.value) message.set_value(*remark.value);
  for (const MoveProbability& choice : remark.probabilities) {
    v1::MoveProbability& put = *message.add_probabilities();
    put.set_move(choice.move);
    put.set_probability(choice.probability);
  }
}

Remark read_remark(const v1::Remark& message) {
  Remark remark;
  remark.note = message.note();
  if (message.has_value()) remark.value = message.value();
  for (const v1::MoveProbability& choice : message.probabilities()) {
    remark.probabilities.push_back({choice.move(), choice.probability()});
  }
  return remark;
}

}  // namespace

void encode(const Rules& rules, v1::Rules& message) {
  message.set_partners_may_both_call_grand(rules.partners_may_both_call_grand);
  message.set_tichu_before_push(rules.tichu_before_push);
  message.set_bomb_ignores_wish(rules.bomb_ignores_wish);
  message.set_dragon_only_to_seat_with_cards(rules.dragon_only_to_seat_with_cards);
  message.set_draw_on_tie(rules.tie == TieRule::Draw);
  message.set_target(rules.target.value());
}

void encode(const NewBot& setup, v1::NewBot& message) {
  message.set_seed(setup.seed);
  encode(setup.rules, *message.mutable_rules());
  for (const auto& [name, value] : setup.options) {
    v1::Option& option = *message.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  message.set_remarks(setup.remarks);
}

void encode(const SeenEvent& event, v1::Event& message) {
  message.set_kind(static_cast<v1::EventKind>(event.kind));
  message.set_who(code(event.who));
  message.set_to(code(event.to));
  message.set_wish(code(event.wish));
  message.set_out_of_turn(event.out_of_turn);
  message.set_points(event.points);
  if (event.kind == EventKind::Push) put_push(event.push, *message.mutable_push());
  if (event.combination.cards.empty()) return;
  put_cards(event.combination.cards, *message.mutable_cards());
  message.set_type(static_cast<v1::CombinationType>(event.combination.kind));
  message.set_rank(code(event.combination.rank));
  message.set_phoenix_as(code(event.combination.phoenix_as));
}

void encode(const Combination& play, v1::LegalPlay& message) {
  put_cards(play.cards, *message.mutable_cards());
  message.set_type(static_cast<v1::CombinationType>(play.kind));
  message.set_rank(code(play.rank));
  message.set_phoenix_as(code(play.phoenix_as));
}

void encode(const Answer& answer, v1::Answer& message) {
  message.set_call(answer.call);
  put_cards(answer.cards, *message.mutable_cards());
  message.set_phoenix_as(code(answer.phoenix_as));
  message.set_wish(code(answer.wish));
  message.set_give_to(code(answer.give_to));
  if (answer.push.cards[0].is_card()) put_push(answer.push, *message.mutable_push());
  if (answer.remark) put_remark(*answer.remark, *message.mutable_remark());
}

Rules decode(const v1::Rules& message) {
  Rules rules;
  rules.partners_may_both_call_grand = message.partners_may_both_call_grand();
  rules.tichu_before_push = message.tichu_before_push();
  rules.bomb_ignores_wish = message.bomb_ignores_wish();
  rules.dragon_only_to_seat_with_cards = message.dragon_only_to_seat_with_cards();
  rules.tie = message.draw_on_tie() ? TieRule::Draw : TieRule::PlayOn;
  rules.target = Points(message.target());
  return rules;
}

NewBot decode(const v1::NewBot& message) {
  NewBot setup;
  setup.seed = message.seed();
  setup.rules = decode(message.rules());
  for (const v1::Option& option : message.options()) setup.options.emplace_back(option.name(), option.value());
  setup.remarks = message.remarks();
  return setup;
}

Decoded<Event> decode(const v1::Event& message) {
  Event event;
  if (auto fault = read_event(message, event)) return *fault;
  return event;
}

Decoded<Answer> decode(Question question, const v1::Answer& message) {
  Answer answer;
  if (auto fault = read_answer(question, message, answer)) return *fault;
  if (message.has_remark()) answer.remark = read_remark(message.remark());
  return answer;
}

}  // namespace tichu::protocol
