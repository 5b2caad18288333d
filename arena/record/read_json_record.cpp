#include <array>
#include <string_view>
#include <utility>

#include "arena/record/json_cursor.h"
#include "arena/record/json_record.h"
#include "arena/record/trick_tracker.h"
#include "arena/text/strict_json.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

constexpr std::string_view Format = "tichu-record/1";

/// The keys that say something about one sort of event only, and the sorts that have them.
struct OwnKey {
  std::string_view key;
  std::array<ActionKind, 2> actions;
};
constexpr std::array<OwnKey, 7> OwnKeys{{{"cards", {ActionKind::Push, ActionKind::Play}},
                                         {"type", {ActionKind::Play, ActionKind::Play}},
                                         {"rank", {ActionKind::Play, ActionKind::Play}},
                                         {"phoenix_as", {ActionKind::Play, ActionKind::Play}},
                                         {"wish", {ActionKind::Play, ActionKind::Play}},
                                         {"out_of_turn", {ActionKind::Play, ActionKind::Play}},
                                         {"to", {ActionKind::GiveDragon, ActionKind::GiveDragon}}}};

/// What a play says about itself beside its cards.
struct StatedPlay {
  std::optional<CombinationKind> kind;
  std::optional<std::optional<int>> rank;        ///< null is a statement too: a lone Phoenix
  std::optional<std::optional<int>> phoenix_as;  ///< null: it stands for no rank
};

std::optional<CombinationKind> read_kind(const JsonCursor& member) {
  const auto name = member.text();
  if (!name) return std::nullopt;
  const auto kind = parse_kind(*name);
  if (kind) return *kind;
  member.fail("\"" + *name +
              "\" is no type: they are single, pair, triple, stairs, full_house, straight, quad, straight_flush");
  return std::nullopt;
}

std::optional<int> read_rank_or_null(const JsonCursor& member) {
  return member.is_null() ? std::nullopt : member.integer(0, number(Rank::Dragon));
}

/// Reads the events in their order, keeping what lies on the table, since a lone Phoenix and a Phoenix whose meaning is
/// left out take theirs from it.
class EventReader {
 public:
  EventReader(const JsonCursor& events, ReadRecord& read) : events_(events), read_(read) {}

  void read_all() {
    read_.record.actions.reserve(events_.value().size());
    for (std::size_t index = 0; index < events_.value().size() && events_.ok(); ++index) {
      index_ = static_cast<int>(index);
      read_event(events_.element(index));
    }
  }

 private:
  void read_event(const JsonCursor& event) {
    if (!event.expect_object()) return;
    const auto seat_member = event.require("seat");
    const auto action_member = event.require("do");
    if (!seat_member || !action_member) return;
    const auto seat = seat_member->integer(0, 3);
    const auto action = action_member->text();
    if (!seat || !action || !check_keys(event, *action)) return;
    RecordedAction recorded;
    recorded.seat = Seat(*seat);
    const auto kind = from_text<ActionKind>(*action);
    if (kind == ActionKind::CallGrandTichu) {
      recorded.action = Action::call_grand_tichu();
      if (!only_grand_calls_) misstate("3.1", "the calls of Grand Tichu stand before all else");
    } else if (kind == ActionKind::CallTichu) {
      recorded.action = Action::call_tichu();
    } else if (kind == ActionKind::Push) {
      read_push(event, recorded);
    } else if (kind == ActionKind::Play) {
      read_play(event, recorded);
    } else if (kind == ActionKind::Pass) {
      tracker_.pass(recorded.seat);
    } else if (kind == ActionKind::GiveDragon) {
      read_gift(event, recorded);
    } else {
      action_member->fail("\"" + *action +
                          "\" is nothing that a seat does: grand_tichu, tichu, push, play, pass, give_dragon");
    }
    only_grand_calls_ = only_grand_calls_ && recorded.action.kind == ActionKind::CallGrandTichu;
    if (event.ok()) read_.record.actions.push_back(recorded);
  }

  static bool check_keys(const JsonCursor& event, std::string_view action) {
    const auto kind = from_text<ActionKind>(action);
    for (const OwnKey& own : OwnKeys) {
      const auto member = event.find(own.key);
      if (!member || own.actions[0] == kind || own.actions[1] == kind) continue;
      member->fail("an event \"" + std::string(action) + "\" has no such key");
      return false;
    }
    return true;
  }

  void read_push(const JsonCursor& event, RecordedAction& recorded) {
    recorded.action.kind = ActionKind::Push;
    const auto cards = event.require("cards");
    if (!cards || !cards->expect_array("cards", 3)) return;
    for (std::size_t at = 0; at < 3; ++at) {
      recorded.action.push.cards[at] = cards->element(at).card().value_or(Card::none());
    }
    const auto& before = read_.record.actions;
    if (pushes_ > 0 && before.back().action.kind != ActionKind::Push) {
      misstate("3.4", "the pushes stand together, with nothing between them");
    } else if (pushes_ > 0 && recorded.seat <= before.back().seat) {
      misstate("3.4", "the pushes stand in the order of the seats, one for each");
    }
    ++pushes_;
  }

  void read_gift(const JsonCursor& event, RecordedAction& recorded) {
    const auto member = event.require("to");
    if (!member) return;
    const auto to = member->integer(0, 3);
    if (to) recorded.action = Action::give_dragon(Seat(*to).seen_from(recorded.seat));
  }

  void read_play(const JsonCursor& event, RecordedAction& recorded) {
    recorded.action.kind = ActionKind::Play;
    const auto list = event.require("cards");
    if (!list || !list->expect_array("cards")) return;
    const std::size_t count = list->value().size();
    if (count < 1 || count > Deal::HandCards) return list->fail("a play has 1 to 14 cards");
    CardSet cards;
    for (std::size_t at = 0; at < count; ++at) {
      if (const auto card = list->element(at).card()) cards.insert(*card);
    }
    const StatedPlay stated = read_stated_play(event);
    if (const auto member = event.find("out_of_turn")) recorded.out_of_turn = member->flag().value_or(false);
    read_wish(event, recorded);
    if (!event.ok()) return;
    if (cards.size() != static_cast<int>(count)) misstate("2.1", "a card stands twice in this play");
    recorded.action.play = interpret(cards, stated, recorded.out_of_turn);
    tracker_.play(recorded.seat, recorded.action.play, recorded.out_of_turn);
  }

  void read_wish(const JsonCursor& event, RecordedAction& recorded) {
    const auto member = event.find("wish");
    if (!member) return;
    const int wish = member->integer(-1'000'000, 1'000'000).value_or(0);
    if (wish >= LowestNatural && wish <= HighestNatural) {
      recorded.action.wish = static_cast<Rank>(wish);
    } else {
      misstate("7.1", "a wish names a rank from 2 to 14");
    }
  }

  static StatedPlay read_stated_play(const JsonCursor& event) {
    StatedPlay stated;
    if (const auto member = event.find("type")) stated.kind = read_kind(*member);
    if (const auto member = event.find("rank")) stated.rank.emplace(read_rank_or_null(*member));
    if (const auto member = event.find("phoenix_as")) stated.phoenix_as.emplace(read_rank_or_null(*member));
    return stated;
  }

  /// What the cards are on the table as it lies, and whether that is what the event says.
  Combination interpret(CardSet cards, const StatedPlay& stated, bool out_of_turn) {
    Combination nothing;
    nothing.cards = cards;
    if (readings(cards).count == 0) {
      PlayQuery situation;
      situation.hand = cards;
      const Combination tried{cards, CombinationKind::Single, static_cast<std::uint8_t>(cards.size()), Rank::None,
                              Rank::None};
      const Legality verdict = judge_play(situation, tried, Rank::None);
      misstate(verdict.ok() ? "4.1" : verdict.clause, "these cards are no combination");
      return nothing;
    }
    const Combination table = out_of_turn ? tracker_.on_table() : tracker_.table();
    const auto said = stated.phoenix_as.value_or(std::nullopt);
    const Rank phoenix_as = said ? static_cast<Rank>(*said) : Rank::None;
    std::optional<Combination> play;
    if (!said || is_natural(phoenix_as)) play = read_combination(cards, table, phoenix_as);
    if (!play) {
      misstate("4.3", "the Phoenix cannot stand for " + std::to_string(said.value_or(0)) + " in these cards");
      return readings(cards).options[0];
    }
    compare(*play, stated);
    return *play;
  }

  void compare(const Combination& play, const StatedPlay& stated) {
    if (stated.kind && *stated.kind != play.kind) {
      misstate(play.is_bomb() ? "4.2" : "4.1", "the type is said to be " + std::string(to_text(*stated.kind)) +
                                                   ", but it is " + std::string(to_text(play.kind)));
    }
    if (stated.rank) {
      const auto rank = play.is_lone_phoenix() ? std::nullopt : std::optional<int>(number(play.rank));
      if (*stated.rank != rank) {
        misstate(play.kind == CombinationKind::Single ? "5.2" : "5.1",
                 "the rank is said to be " + in_words(*stated.rank) + ", but it is " + in_words(rank));
      }
    }
    if (stated.phoenix_as && !*stated.phoenix_as && play.phoenix_as != Rank::None) {
      misstate("4.3", "the Phoenix is said to stand for no rank, but it stands for " +
                          std::to_string(number(play.phoenix_as)));
    }
  }

  static std::string in_words(const std::optional<int>& rank) { return rank ? std::to_string(*rank) : "null"; }

  void misstate(std::string_view clause, std::string message) {
    if (read_.misstated) return;
    read_.misstated = RecordFault{index_, std::string(clause), std::move(message)};
  }

  const JsonCursor& events_;
  ReadRecord& read_;
  TrickTracker tracker_{Seat(0)};
  int index_ = 0;
  int pushes_ = 0;
  bool only_grand_calls_ = true;
};

void read_probabilities(const JsonCursor& list, Remark& remark) {
  if (!list.expect_array("choices")) return;
  if (list.value().size() > Remark::MostMoves) {
    return list.fail("there are more than " + std::to_string(Remark::MostMoves) + " choices");
  }
  for (std::size_t at = 0; at < list.value().size(); ++at) {
    const JsonCursor choice = list.element(at);
    if (!choice.expect_array("a move's text and its probability", 2)) return;
    const JsonCursor move = choice.element(0);
    const JsonCursor probability = choice.element(1);
    remark.probabilities.push_back(
        {move.text_within(Remark::LongestMove).value_or(std::string()), probability.number(0, 1).value_or(0)});
  }
}

void read_remark(const JsonCursor& object, Record& record) {
  if (!object.expect_object()) return;
  const auto seat = object.require("seat");
  const auto question = object.require("question");
  const auto after = object.require("after");
  if (!seat || !question || !after) return;
  RecordedRemark& recorded = record.remarks.emplace_back();
  recorded.seat = Seat(seat->integer(0, 3).value_or(0));
  const std::string name = question->text().value_or(std::string());
  if (const auto named = from_text<Question>(name)) {
    recorded.question = *named;
  } else {
    question->fail(question->quoted() + " is no question: " + listed<Question>());
  }
  const auto events = static_cast<int>(record.actions.size());
  recorded.after = static_cast<std::size_t>(after->integer(0, events).value_or(0));
  if (const auto member = object.find("note")) {
    recorded.remark.note = member->text_within(Remark::LongestNote).value_or(std::string());
  }
  if (const auto member = object.find("value")) {
    recorded.remark.value = member->number(-Remark::HighestValue, Remark::HighestValue);
  }
  if (const auto member = object.find("probabilities")) read_probabilities(*member, recorded.remark);
}

/// More than a seat is asked in any round: after each of some two hundred events four seats may be, for two things.
constexpr std::size_t MostRemarks = 2000;

void read_remarks(const JsonCursor& list, Record& record) {
  if (!list.expect_array("remarks")) return;
  if (list.value().size() > MostRemarks) return list.fail("there are more than " + std::to_string(MostRemarks));
  for (std::size_t at = 0; at < list.value().size() && list.ok(); ++at) read_remark(list.element(at), record);
}

template <typename Number>
void read_number(const JsonCursor& root, std::string_view key, std::optional<Number>& number) {
  const auto member = root.find(key);
  const auto value = member ? member->natural() : std::nullopt;
  if (value) number = Number(*value);
}

void read_bots(const JsonCursor& bots, Record& record) {
  if (!bots.expect_array("names", 4)) return;
  record.bots.emplace();
  for (std::size_t seat = 0; seat < 4; ++seat) {
    (*record.bots)[seat] = bots.element(seat).text().value_or(std::string());
  }
}

void read_people(const JsonCursor& people, Record& record) {
  if (!people.expect_array("seats")) return;
  for (std::size_t i = 0; i < people.value().size(); ++i) {
    const auto seat = people.element(i).integer(0, 3);
    if (!seat) return;
    if (!record.people.empty() && record.people.back() >= Seat(*seat)) {
      return people.element(i).fail("seats stand by rising number, each once");
    }
    record.people.emplace_back(*seat);
  }
}

void read_deal(const JsonCursor& deal, Deal& to) {
  if (!deal.expect_array("hands", 4)) return;
  CardSet seen;
  for (const Seat seat : AllSeats) {
    const JsonCursor hand = deal.element(static_cast<std::size_t>(seat.number()));
    if (!hand.expect_array("cards", Deal::HandCards)) return;
    for (std::size_t at = 0; at < Deal::HandCards; ++at) {
      const JsonCursor member = hand.element(at);
      const auto card = member.card();
      if (!card) return;
      if (seen.contains(*card)) return member.fail(to_text(*card) + " stands a second time in the deal (RULES 3.1)");
      seen.insert(*card);
      to.cards[seat][at] = *card;
    }
  }
}

std::optional<PerTeam<Points>> read_points(const JsonCursor& points) {
  if (!points.expect_array("numbers", 2)) return std::nullopt;
  const auto first = points.element(0).integer(-MostRecordedPoints, MostRecordedPoints);
  const auto second = points.element(1).integer(-MostRecordedPoints, MostRecordedPoints);
  if (!first || !second) return std::nullopt;
  return PerTeam<Points>{{Points(*first), Points(*second)}};
}

void read_out(const JsonCursor& list, RecordedResult& result) {
  if (!list.expect_array("seats")) return;
  if (list.value().size() > 4) return list.fail("there are only four seats");
  result.out.emplace();
  SeatSet seen;
  for (std::size_t at = 0; at < list.value().size(); ++at) {
    const JsonCursor member = list.element(at);
    const auto number = member.integer(0, 3);
    if (!number) return;
    if (seen.contains(Seat(*number))) return member.fail("the seat stands a second time");
    seen.insert(Seat(*number));
    result.out->push_back(Seat(*number));
  }
}

void read_result(const JsonCursor& object, Record& record) {
  if (!object.expect_object()) return;
  RecordedResult& result = record.result.emplace();
  if (const auto member = object.find("out")) read_out(*member, result);
  if (const auto member = object.find("cards")) result.cards = read_points(*member);
  if (const auto member = object.find("score")) result.score = read_points(*member);
}

void read_failure(const JsonCursor& object, Record& record) {
  if (!object.expect_object()) return;
  RecordFailure& failure = record.failure.emplace();
  if (const auto member = object.find("seat")) {
    if (const auto seat = member->integer(0, 3)) failure.seat = Seat(*seat);
  }
  if (const auto member = object.find("kind")) failure.kind = member->text().value_or(std::string());
  if (const auto member = object.find("text")) failure.text = member->text().value_or(std::string());
}

void read_fault(const JsonCursor& object, SeatSet& seen, Record& record) {
  if (!object.expect_object()) return;
  const auto member = object.require("seat");
  const auto seat = member ? member->integer(0, 3) : std::nullopt;
  if (!seat) return;
  if (seen.contains(Seat(*seat))) return member->fail("a seat's second fault: a substitute sits there after the first");
  seen.insert(Seat(*seat));
  RecordedFault& fault = record.faults.emplace_back();
  fault.seat = Seat(*seat);
  if (const auto kind = object.find("kind")) fault.kind = kind->text().value_or(std::string());
  if (const auto text = object.find("text")) fault.text = text->text().value_or(std::string());
  if (const auto after = object.find("after")) {
    fault.after = static_cast<std::size_t>(after->integer(0, static_cast<int>(record.actions.size())).value_or(0));
  }
}

/// To be read after the events and the failure.
void read_faults(const JsonCursor& list, Record& record) {
  if (!list.expect_array("faults")) return;
  SeatSet seen;
  if (record.failure && record.failure->seat) seen.insert(*record.failure->seat);
  for (std::size_t at = 0; at < list.value().size() && list.ok(); ++at) read_fault(list.element(at), seen, record);
}

void read_heading(const JsonCursor& root, Record& record) {
  if (const auto member = root.find("format")) {
    const auto format = member->text();
    if (format && *format != Format)
      member->fail(member->quoted() + " is not the format that is read: " + std::string(Format));
  }
  if (const auto member = root.find("event")) record.tournament = member->text();
  read_number(root, "job", record.job);
  read_number(root, "board", record.board);
  read_number(root, "seating", record.seating);
  read_number(root, "round", record.round);
  read_number(root, "seed", record.seed);
  read_number(root, "deal_index", record.deal_index);
  if (const auto member = root.find("bots")) read_bots(*member, record);
  if (const auto member = root.find("people")) read_people(*member, record);
  if (const auto member = root.find("rules")) record.rules = member->rules().value_or(Rules());
}

void read_document(const JsonCursor& root, ReadRecord& read) {
  if (!root.expect_object()) return;
  read_heading(root, read.record);
  const auto deal = root.require("deal");
  if (deal) read_deal(*deal, read.record.deal);
  const auto events = root.require("events");
  if (events && events->expect_array("events") && events->ok()) EventReader(*events, read).read_all();
  if (const auto member = root.find("remarks")) read_remarks(*member, read.record);
  if (const auto member = root.find("result")) read_result(*member, read.record);
  if (const auto member = root.find("failure")) read_failure(*member, read.record);
  if (const auto member = root.find("faults")) read_faults(*member, read.record);
}

}  // namespace

tl::expected<ReadRecord, RecordError> read_json_record(std::string_view line) {
  const auto document = parse_strict_json(line);
  if (!document) {
    const auto& [byte, message] = document.error();
    return tl::unexpected(RecordError{byte ? "byte " + std::to_string(*byte) : std::string(), message});
  }
  ReadRecord read;
  std::optional<RecordError> error;
  read_document(JsonCursor(*document, error), read);
  if (error) return tl::unexpected(std::move(*error));
  return read;
}

}  // namespace tichu::arena
