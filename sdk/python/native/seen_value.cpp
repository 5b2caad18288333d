#include "sdk/python/native/seen_value.h"

#include <cstdlib>

#include "engine/deal.h"
#include "engine/follow.h"

namespace tichu::training {
namespace {

CardSet all_played(const Observation& seen) {
  CardSet cards;
  for (const CardSet played : seen.played.values) cards |= played;
  return cards;
}

std::string fault_of_deal(const EventInput& told, const Observation& seen) {
  const int wanted = seen.hand.empty() ? Deal::FirstCards : Deal::HandCards - Deal::FirstCards;
  if (told.who != Side::Me || seen.stage != Stage::FirstEight) return "only the own cards are dealt, eight, then six";
  if (told.cards.size() != wanted || told.cards.intersects(seen.hand)) return "eight cards are dealt, then six others";
  return {};
}

std::string fault_of_push(const EventInput& told, const Observation& seen) {
  if (seen.stage != Stage::BeforePush) return "a push comes once, after the deal";
  if (told.who == Side::Me) {
    CardSet given;
    for (const Card card : told.push.cards) {
      if (!card.is_card() || !seen.hand.contains(card)) return "the own push gives cards of the own hand";
      given.insert(card);
    }
    const bool again = seen.given.cards[0].is_card();
    return given.size() == 3 && !again ? std::string() : "the own push gives three cards, once";
  }
  const Card card = told.push.to(Seat(0).seen_from(Seat(0).at(told.who)));
  if (!card.is_card() || seen.hand.contains(card)) return "a push shows the card that came from it, a new one";
  if (seen.received.to(told.who).is_card()) return "each seat pushes once";
  return {};
}

std::string fault_of_play(const EventInput& told, const std::optional<Combination>& play, const Observation& seen) {
  if (seen.stage != Stage::Play) return "cards are played after the push";
  if (!play) return "the cards are not a combination";
  if (told.cards.intersects(all_played(seen))) return "a card is played twice";
  if (told.cards.size() > seen.hand_size[told.who]) return "a seat plays more cards than it has";
  const bool own = told.who == Side::Me;
  if (own != seen.hand.contains_all(told.cards) || (!own && seen.hand.intersects(told.cards))) {
    return "a seat plays cards that it cannot have";
  }
  return {};
}

/// The seats that can still pass on the table's combination.
int others_with_cards(const Observation& seen) {
  int count = 0;
  for (const Side side : AllSides) count += side != seen.table_owner && seen.hand_size[side] > 0 ? 1 : 0;
  return count;
}

std::string fault_of_pass(const EventInput& told, const Observation& seen) {
  if (seen.stage != Stage::Play || seen.table.empty()) return "there is nothing to pass on";
  if (seen.hand_size[told.who] == 0 || seen.passes >= others_with_cards(seen)) return "nobody is left to pass";
  return {};
}

}  // namespace

SeenValue::SeenValue(const Rules& rules, Points own_score, Points their_score, Seat seat, const EventLog& log,
                     std::optional<Question> asked)
    : observer_(seat, rules, own_score, their_score), asked_(asked) {
  for (const Event& event : log) observer_.watch(event);
}

std::string SeenValue::tell(const EventInput& told) {
  const Observation& seen = observer_.observation();
  Event event{told.kind, Seat(0).at(told.who), Seat(0).at(told.to), told.wish, told.out_of_turn, told.push,
              {},        told.points};
  std::string fault;
  if (told.kind == EventKind::Dealt) {
    fault = fault_of_deal(told, seen);
    event.combination.cards = told.cards;
  } else if (told.kind == EventKind::Push) {
    fault = fault_of_push(told, seen);
  } else if (told.kind == EventKind::Play) {
    const auto play = read_combination(told.cards, seen.table, told.phoenix_as);
    fault = fault_of_play(told, play, seen);
    if (play) event.combination = *play;
  } else if (told.kind == EventKind::Pass) {
    fault = fault_of_pass(told, seen);
  } else if (told.kind == EventKind::TrickTaken && std::abs(told.points) > 125) {
    fault = "a trick has -25 to 125 points";
  }
  if (fault.empty()) observer_.see(event);
  return fault;
}

std::string SeenValue::fault_of_asked() const {
  const Observation& seen = observer_.observation();
  if (!asked_ || *asked_ == Question::GrandTichu || *asked_ == Question::Push) return {};
  if (*asked_ == Question::Tichu) return seen.may_call_tichu() ? "" : "the seat may not call Tichu";
  if (*asked_ == Question::GiveDragon) {  // the round may have ended with it
    return seen.table.is_dragon() && seen.table_owner == Side::Me ? "" : "there is no Dragon's trick to give";
  }
  if (seen.stage != Stage::Play) return "nothing of this kind is asked before the play or after it";
  if (*asked_ == Question::Turn) {
    const bool passed = !seen.table.empty() && seen.passes >= others_with_cards(seen);
    return seen.hand.empty() || passed || seen.to_act != Side::Me ? "it is another seat's turn" : "";
  }
  return !seen.table.empty() && holds_bomb(seen.hand, seen.table) ? "" : "the hand has no bomb that beats the table";
}

std::variant<std::shared_ptr<const SeenValue>, std::string> SeenValue::told(const Rules& rules, Points own_score,
                                                                            Points their_score,
                                                                            const std::vector<EventInput>& events,
                                                                            std::optional<Question> asked) {
  if (events.size() > static_cast<std::size_t>(MostEvents)) return std::string("a round has fewer events");
  std::shared_ptr<SeenValue> value(new SeenValue(rules, own_score, their_score));
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::string fault = value->tell(events[i]);
    if (!fault.empty()) return "event " + std::to_string(i) + ": " + fault;
  }
  value->asked_ = asked;
  const std::string fault = value->fault_of_asked();
  if (!fault.empty()) return fault;
  return value;
}

}  // namespace tichu::training
