#include "protocol/encoding.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace tichu::protocol {
namespace {

constexpr std::uint32_t HiddenCard = 255;
constexpr std::uint32_t HighestRank = 15;

// The message names the options once more, since its functions are generated: those that are true or false stand here.
struct MessageFlag {
  bool Rules::*option;
  bool (v1::Rules::*get)() const;
  void (v1::Rules::*set)(bool);
};
constexpr std::array<MessageFlag, 4> MessageFlags{{
    {&Rules::partners_may_both_call_grand, &v1::Rules::partners_may_both_call_grand,
     &v1::Rules::set_partners_may_both_call_grand},
    {&Rules::tichu_before_push, &v1::Rules::tichu_before_push, &v1::Rules::set_tichu_before_push},
    {&Rules::bomb_ignores_wish, &v1::Rules::bomb_ignores_wish, &v1::Rules::set_bomb_ignores_wish},
    {&Rules::dragon_only_to_seat_with_cards, &v1::Rules::dragon_only_to_seat_with_cards,
     &v1::Rules::set_dragon_only_to_seat_with_cards},
}};
static_assert(MessageFlags.size() + 2 == RulesOptions.size(), "draw_on_tie and target are the other two");

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

tl::unexpected<std::string> no_card(int number) {
  return tl::unexpected("no card has the number " + std::to_string(number));
}

Decoded<void> read_cards(std::string_view bytes, CardSet& cards) {
  for (const char byte : bytes) {
    const int number = static_cast<unsigned char>(byte);
    const Card card = Card::from_code(number);
    if (!card.is_card()) return no_card(number);
    if (cards.contains(card)) return tl::unexpected("the card " + std::to_string(number) + " stands there twice");
    cards.insert(card);
  }
  return {};
}

Decoded<void> read_push(std::string_view bytes, bool may_hide, PushedCards& push) {
  if (bytes.size() != 3) return tl::unexpected("a push is three cards, not " + std::to_string(bytes.size()));
  for (std::size_t i = 0; i < 3; ++i) {
    const auto number = static_cast<unsigned char>(bytes[i]);
    push.cards[i] = Card::from_code(number);
    if (!push.cards[i].is_card() && !(may_hide && number == HiddenCard)) {
      return no_card(number);
    }
  }
  if (may_hide) return {};
  const auto& [right, partner, left] = push.cards;
  if (right == partner || right == left || partner == left)
    return tl::unexpected(std::string("a card is pushed twice"));
  return {};
}

// None, or a rank that a wish or a Phoenix may name.
Decoded<void> read_named_rank(std::uint32_t number, const char* what, Rank& rank) {
  if (number != 0 && (number < code(Rank::Two) || number > code(Rank::Ace))) {
    return tl::unexpected(std::string(what) + " is " + std::to_string(number) + ", not 0 or 2 to 14");
  }
  rank = static_cast<Rank>(number);
  return {};
}

Decoded<void> read_side(std::uint32_t number, const char* what, Side& side) {
  if (number > 3) return tl::unexpected(std::string(what) + " is " + std::to_string(number) + ", not 0 to 3");
  side = static_cast<Side>(number);
  return {};
}

Decoded<void> read_combination(const v1::Event& message, Combination& combination) {
  if (auto read = read_cards(message.cards(), combination.cards); !read) return read;
  if (!v1::CombinationType_IsValid(message.type()))
    return tl::unexpected("no type has the number " + std::to_string(message.type()));
  if (message.rank() > HighestRank)
    return tl::unexpected("rank is " + std::to_string(message.rank()) + ", not 0 to 15");
  combination.kind = static_cast<CombinationKind>(message.type());
  combination.rank = static_cast<Rank>(message.rank());
  if (!combination.empty()) combination.length = static_cast<std::uint8_t>(combination.cards.size());
  return read_named_rank(message.phoenix_as(), "phoenix_as", combination.phoenix_as);
}

Decoded<void> read_event(const v1::Event& message, Event& event) {
  if (!v1::EventKind_IsValid(message.kind()))
    return tl::unexpected("no event has the number " + std::to_string(message.kind()));
  event.kind = static_cast<EventKind>(message.kind());
  Side who = Side::Me;
  Side to = Side::Me;
  if (auto read = read_side(message.who(), "who", who); !read) return read;
  if (auto read = read_side(message.to(), "to", to); !read) return read;
  event.seat = Seat(static_cast<int>(who));
  event.to = Seat(static_cast<int>(to));
  event.out_of_turn = message.out_of_turn();
  event.points = static_cast<std::int16_t>(message.points());
  if (event.points != message.points()) return tl::unexpected("points are " + std::to_string(message.points()));
  if (event.kind == EventKind::Push) {
    if (auto read = read_push(message.push(), true, event.push); !read) return read;
  }
  if (auto read = read_named_rank(message.wish(), "wish", event.wish); !read) return read;
  return read_combination(message, event.combination);
}

Decoded<void> read_action(Question question, const v1::Answer& message, Action& action) {
  switch (question) {
    case Question::GrandTichu:
    case Question::Tichu:
      return {};
    case Question::Push:
      return read_push(message.push(), false, action.push);
    case Question::Turn:
      if (auto read = read_named_rank(message.wish(), "wish", action.wish); !read) return read;
      break;
    case Question::Bomb:
      break;
    case Question::GiveDragon:
      return read_side(message.give_to(), "give_to", action.give_to);
  }
  if (auto read = read_named_rank(message.phoenix_as(), "phoenix_as", action.play.phoenix_as); !read) return read;
  return read_cards(message.cards(), action.play.cards);
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
  for (const MessageFlag& flag : MessageFlags) (message.*flag.set)(rules.*flag.option);
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
  const Action& action = answer.action;
  put_cards(action.play.cards, *message.mutable_cards());
  message.set_phoenix_as(code(action.play.phoenix_as));
  message.set_wish(code(action.wish));
  message.set_give_to(code(action.give_to));
  if (action.push.cards[0].is_card()) put_push(action.push, *message.mutable_push());
  if (answer.remark) put_remark(*answer.remark, *message.mutable_remark());
}

Rules decode(const v1::Rules& message) {
  Rules rules;
  for (const MessageFlag& flag : MessageFlags) rules.*flag.option = (message.*flag.get)();
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
  if (auto read = read_event(message, event); !read) return tl::unexpected(std::move(read.error()));
  return event;
}

Decoded<Answer> decode(Question question, const v1::Answer& message) {
  Answer answer;
  const bool calls = question == Question::GrandTichu || question == Question::Tichu || question == Question::Turn;
  answer.call = calls && message.call();
  Action& action = answer.action;
  if (auto read = read_action(question, message, action); !read) return tl::unexpected(std::move(read.error()));
  action.kind = kind_of_answer(question, answer.call, action.play.cards);
  if (message.has_remark()) answer.remark = read_remark(message.remark());
  return answer;
}

}  // namespace tichu::protocol
