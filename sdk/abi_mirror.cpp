#include "sdk/abi_mirror.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <string>
#include <type_traits>

namespace tichu {
namespace {

template <typename Ours, typename Theirs>
constexpr bool same_layout() {
  return std::is_standard_layout_v<Ours> && std::is_trivially_copyable_v<Ours> && sizeof(Ours) == sizeof(Theirs) &&
         alignof(Ours) == alignof(Theirs);
}

static_assert(same_layout<CardSet, tichu_card_set>());
static_assert(same_layout<Card, std::uint8_t>());
static_assert(same_layout<Combination, tichu_combination>());
static_assert(same_layout<Rules, tichu_rules>());
static_assert(same_layout<SeenEvent, tichu_event>());
static_assert(same_layout<Observation, tichu_observation>());

static_assert(offsetof(Combination, cards) == offsetof(tichu_combination, cards));
static_assert(offsetof(Combination, kind) == offsetof(tichu_combination, kind));
static_assert(offsetof(Combination, length) == offsetof(tichu_combination, length));
static_assert(offsetof(Combination, rank) == offsetof(tichu_combination, rank));
static_assert(offsetof(Combination, phoenix_as) == offsetof(tichu_combination, phoenix_as));

static_assert(RulesOptions.size() == 6, "each has its line here");
static_assert(offsetof(Rules, partners_may_both_call_grand) == offsetof(tichu_rules, partners_may_both_call_grand));
static_assert(offsetof(Rules, tichu_before_push) == offsetof(tichu_rules, tichu_before_push));
static_assert(offsetof(Rules, bomb_ignores_wish) == offsetof(tichu_rules, bomb_ignores_wish));
static_assert(offsetof(Rules, dragon_only_to_seat_with_cards) == offsetof(tichu_rules, dragon_only_to_seat_with_cards));
static_assert(offsetof(Rules, tie) == offsetof(tichu_rules, draw_on_tie));
static_assert(offsetof(Rules, target) == offsetof(tichu_rules, target));
static_assert(static_cast<int>(TieRule::PlayOn) == 0 && static_cast<int>(TieRule::Draw) == 1);

static_assert(offsetof(SeenEvent, kind) == offsetof(tichu_event, kind));
static_assert(offsetof(SeenEvent, who) == offsetof(tichu_event, who));
static_assert(offsetof(SeenEvent, to) == offsetof(tichu_event, to));
static_assert(offsetof(SeenEvent, wish) == offsetof(tichu_event, wish));
static_assert(offsetof(SeenEvent, out_of_turn) == offsetof(tichu_event, out_of_turn));
static_assert(offsetof(SeenEvent, push) == offsetof(tichu_event, push));
static_assert(offsetof(SeenEvent, points) == offsetof(tichu_event, points));
static_assert(offsetof(SeenEvent, reserved) == offsetof(tichu_event, reserved));
static_assert(offsetof(SeenEvent, combination) == offsetof(tichu_event, combination));

static_assert(offsetof(Observation, hand) == offsetof(tichu_observation, hand));
static_assert(offsetof(Observation, first_eight) == offsetof(tichu_observation, first_eight));
static_assert(offsetof(Observation, played) == offsetof(tichu_observation, played));
static_assert(offsetof(Observation, trick_cards) == offsetof(tichu_observation, trick_cards));
static_assert(offsetof(Observation, table) == offsetof(tichu_observation, table));
static_assert(offsetof(Observation, given) == offsetof(tichu_observation, given));
static_assert(offsetof(Observation, received) == offsetof(tichu_observation, received));
static_assert(offsetof(Observation, calls) == offsetof(tichu_observation, calls));
static_assert(offsetof(Observation, hand_size) == offsetof(tichu_observation, hand_size));
static_assert(offsetof(Observation, won) == offsetof(tichu_observation, won));
static_assert(offsetof(Observation, trick_points) == offsetof(tichu_observation, trick_points));
static_assert(offsetof(Observation, table_owner) == offsetof(tichu_observation, table_owner));
static_assert(offsetof(Observation, to_act) == offsetof(tichu_observation, to_act));
static_assert(offsetof(Observation, wish) == offsetof(tichu_observation, wish));
static_assert(offsetof(Observation, stage) == offsetof(tichu_observation, stage));
static_assert(offsetof(Observation, passes) == offsetof(tichu_observation, passes));
static_assert(offsetof(Observation, out_count) == offsetof(tichu_observation, out_count));
static_assert(offsetof(Observation, out) == offsetof(tichu_observation, out));
static_assert(offsetof(Observation, rules) == offsetof(tichu_observation, rules));
static_assert(offsetof(Observation, own_score) == offsetof(tichu_observation, own_score));
static_assert(offsetof(Observation, their_score) == offsetof(tichu_observation, their_score));
static_assert(offsetof(Observation, event_count) == offsetof(tichu_observation, event_count));
static_assert(offsetof(Observation, events) == offsetof(tichu_observation, events));

template <typename Ours>
constexpr bool same_number(Ours ours, int theirs) {
  return static_cast<int>(ours) == theirs;
}

static_assert(same_number(CombinationKind::None, TICHU_NONE) && same_number(CombinationKind::Single, TICHU_SINGLE) &&
              same_number(CombinationKind::Pair, TICHU_PAIR) && same_number(CombinationKind::Triple, TICHU_TRIPLE) &&
              same_number(CombinationKind::Stairs, TICHU_STAIRS) &&
              same_number(CombinationKind::FullHouse, TICHU_FULL_HOUSE) &&
              same_number(CombinationKind::Straight, TICHU_STRAIGHT) &&
              same_number(CombinationKind::Quad, TICHU_QUAD) &&
              same_number(CombinationKind::StraightFlush, TICHU_STRAIGHT_FLUSH));
static_assert(same_number(EventKind::Dealt, TICHU_EVENT_DEALT) &&
              same_number(EventKind::GrandTichu, TICHU_EVENT_GRAND_TICHU) &&
              same_number(EventKind::Tichu, TICHU_EVENT_TICHU) && same_number(EventKind::Push, TICHU_EVENT_PUSH) &&
              same_number(EventKind::Play, TICHU_EVENT_PLAY) && same_number(EventKind::Pass, TICHU_EVENT_PASS) &&
              same_number(EventKind::TrickTaken, TICHU_EVENT_TRICK_TAKEN) &&
              same_number(EventKind::GiveDragon, TICHU_EVENT_GIVE_DRAGON));
static_assert(same_number(Stage::FirstEight, TICHU_FIRST_EIGHT) && same_number(Stage::BeforePush, TICHU_BEFORE_PUSH) &&
              same_number(Stage::Play, TICHU_PLAY) && same_number(Stage::Over, TICHU_OVER));

static_assert(same_number(Question::GrandTichu, TICHU_ASK_GRAND_TICHU) &&
              same_number(Question::Tichu, TICHU_ASK_TICHU) && same_number(Question::Push, TICHU_ASK_PUSH) &&
              same_number(Question::Turn, TICHU_ASK_TURN) && same_number(Question::Bomb, TICHU_ASK_BOMB) &&
              same_number(Question::GiveDragon, TICHU_ASK_GIVE_DRAGON));

/// A text of a plug-in, which may be null or lack its end.
std::string text_of(const char* text, std::size_t longest) {
  return text == nullptr ? std::string() : std::string(text, ::strnlen(text, longest + 1));
}

}  // namespace

tichu_rules to_c(const Rules& rules) {
  auto c = std::bit_cast<tichu_rules>(rules);
  std::fill(std::begin(c.reserved), std::end(c.reserved), std::uint8_t{0});
  return c;
}

Rules from_c(const tichu_rules& rules) { return std::bit_cast<Rules>(rules); }

Answer from_c(Question question, const tichu_answer& given) {
  Answer answer;
  answer.call = given.call != 0;
  Action& action = answer.action;
  action.play.cards = CardSet(given.combination.cards);
  action.play.phoenix_as = static_cast<Rank>(given.combination.phoenix_as);
  action.wish = static_cast<Rank>(given.wish);
  action.give_to = static_cast<Side>(given.give_to);
  action.kind = kind_of_answer(question, answer.call, action.play.cards);
  if (question == Question::Push) {
    for (std::size_t i = 0; i < action.push.cards.size(); ++i) action.push.cards[i] = Card::from_code(given.push[i]);
  }
  if (given.remark != nullptr) answer.remark = from_c(*given.remark);
  return answer;
}

Remark from_c(const tichu_remark& remark) {
  Remark ours;
  ours.note = text_of(remark.note, Remark::LongestNote);
  if (remark.has_value != 0) ours.value = remark.value;
  if (remark.probabilities == nullptr) return ours;
  const std::size_t count = std::min<std::size_t>(remark.probability_count, Remark::MostMoves + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const tichu_move_probability& choice = remark.probabilities[i];
    ours.probabilities.push_back({text_of(choice.move, Remark::LongestMove), choice.probability});
  }
  return ours;
}

tichu_combination to_c(const Combination& combination) { return std::bit_cast<tichu_combination>(combination); }

Combination from_c(const tichu_combination& combination) { return std::bit_cast<Combination>(combination); }

tichu_answer to_c(Question question, const Answer& answer) {
  tichu_answer c{};
  c.call = answer.call ? 1 : 0;
  const Action& action = answer.action;
  if (question == Question::Push) {
    for (std::size_t i = 0; i < action.push.cards.size(); ++i) {
      c.push[i] = static_cast<std::uint8_t>(action.push.cards[i].code());
    }
  }
  if (question == Question::GiveDragon) c.give_to = static_cast<std::uint8_t>(action.give_to);
  if (action.kind == ActionKind::Play) {
    c.combination = to_c(action.play);
    c.wish = static_cast<std::uint8_t>(action.wish);
  }
  return c;
}

}  // namespace tichu
