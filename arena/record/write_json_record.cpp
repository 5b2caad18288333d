#include <string_view>

#include "arena/record/json_record.h"
#include "arena/record/json_value_text.h"
#include "arena/text/strict_json.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

/// Writes the members of one object in the order in which they are added.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_ += '{'; }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  void end() { out_ += '}'; }

  /// Begins a member; the caller appends its value to the text that comes back.
  std::string& member(std::string_view name) {
    if (!empty_) out_ += ", ";
    empty_ = false;
    out_ += '"';
    out_ += name;
    out_ += "\": ";
    return out_;
  }
  void text(std::string_view name, std::string_view value) { append_json_string(value, member(name)); }
  void flag(std::string_view name, bool value) { member(name) += value ? "true" : "false"; }
  void value(std::string_view name, bool option) { flag(name, option); }
  void value(std::string_view name, Points option) { append_number(option.value(), member(name)); }
  void value(std::string_view name, TieRule option) { text(name, to_text(option)); }
  template <typename Number>
  void number_of(std::string_view name, Number value) {
    append_number(value, member(name));
  }
  template <typename Thing>
  void number_of(std::string_view name, NumberOf<Thing> number) {
    number_of(name, number.value());
  }
  template <typename Number>
  void number_of(std::string_view name, const std::optional<Number>& value) {
    if (value) number_of(name, *value);
  }

 private:
  std::string& out_;
  bool empty_ = true;
};

template <typename Range, typename Append>
void append_array(const Range& values, std::string& out, Append append) {
  out += '[';
  bool first = true;
  for (const auto& value : values) {
    if (!first) out += ", ";
    first = false;
    append(value);
  }
  out += ']';
}

void append_seats(const std::vector<Seat>& seats, std::string& out) {
  append_array(seats, out, [&](Seat seat) { append_number(seat.number(), out); });
}

void append_points(const PerTeam<Points>& points, std::string& out) {
  append_array(points.values, out, [&](Points value) { append_number(value.value(), out); });
}

void append_rules(const Rules& rules, std::string& out) {
  const std::string_view name = preset_name(rules);
  ObjectWriter object(out);
  object.text("preset", name == "custom" ? "standard" : name);
  for_each_option(rules, [&](std::string_view option, const auto& value) { object.value(option, value); });
  object.end();
}

void append_play(const RecordedAction& recorded, ObjectWriter& object) {
  const Combination& play = recorded.action.play;
  append_json_cards(play.cards, object.member("cards"));
  if (!play.empty()) object.text("type", to_text(play.kind));
  if (play.is_lone_phoenix()) {
    object.member("rank") += "null";
  } else if (!play.empty()) {
    object.number_of("rank", number(play.rank));
  }
  if (play.phoenix_as != Rank::None) object.number_of("phoenix_as", number(play.phoenix_as));
  if (recorded.action.wish != Rank::None) object.number_of("wish", number(recorded.action.wish));
  if (recorded.out_of_turn) object.flag("out_of_turn", true);
}

void append_action(const RecordedAction& recorded, std::string& out) {
  ObjectWriter object(out);
  const ActionKind kind = recorded.action.kind;
  const bool is_kept = kind != ActionKind::NoGrandTichu && kind != ActionKind::NoBomb;  // else it is no event
  object.number_of("seat", recorded.seat.number());
  object.text("do", to_text(is_kept ? kind : ActionKind::Pass));
  switch (kind) {
    case ActionKind::Push:
      append_array(recorded.action.push.cards, object.member("cards"), [&](Card card) { append_json_card(card, out); });
      break;
    case ActionKind::Play:
      append_play(recorded, object);
      break;
    case ActionKind::GiveDragon:
      object.number_of("to", recorded.seat.at(recorded.action.give_to).number());
      break;
    case ActionKind::CallGrandTichu:
    case ActionKind::CallTichu:
    case ActionKind::Pass:
    case ActionKind::NoGrandTichu:
    case ActionKind::NoBomb:
      break;
  }
  object.end();
}

void append_result(const RecordedResult& result, std::string& out) {
  ObjectWriter object(out);
  if (result.out) append_seats(*result.out, object.member("out"));
  if (result.cards) append_points(*result.cards, object.member("cards"));
  if (result.score) append_points(*result.score, object.member("score"));
  object.end();
}

void append_failure(const RecordFailure& failure, std::string& out) {
  ObjectWriter object(out);
  if (failure.seat) object.number_of("seat", failure.seat->number());
  object.text("kind", failure.kind);
  object.text("text", failure.text);
  object.end();
}

void append_fault(const RecordedFault& fault, std::string& out) {
  ObjectWriter object(out);
  object.number_of("seat", fault.seat.number());
  object.text("kind", fault.kind);
  object.text("text", fault.text);
  object.number_of("after", fault.after);
  object.end();
}

void append_remark(const RecordedRemark& recorded, std::string& out) {
  const Remark& remark = recorded.remark;
  ObjectWriter object(out);
  object.number_of("seat", recorded.seat.number());
  object.text("question", to_text(recorded.question));
  object.number_of("after", recorded.after);
  if (!remark.note.empty()) object.text("note", remark.note);
  object.number_of("value", remark.value);
  if (!remark.probabilities.empty()) {
    append_array(remark.probabilities, object.member("probabilities"), [&](const MoveProbability& choice) {
      out += '[';
      append_json_string(choice.move, out);
      out += ", ";
      append_number(choice.probability, out);
      out += ']';
    });
  }
  object.end();
}

bool is_recorded(const RecordedAction& recorded) {
  return recorded.action.kind != ActionKind::NoGrandTichu && recorded.action.kind != ActionKind::NoBomb;
}

void append_actions(const std::vector<RecordedAction>& actions, std::string& out) {
  out += '[';
  bool first = true;
  for (const RecordedAction& recorded : actions) {
    if (!is_recorded(recorded)) continue;
    if (!first) out += ", ";
    first = false;
    append_action(recorded, out);
  }
  out += ']';
}

}  // namespace

void append_json_record(const Record& record, std::string& out) {
  ObjectWriter object(out);
  object.text("format", "tichu-record/1");
  if (record.tournament) object.text("event", *record.tournament);
  object.number_of("job", record.job);
  object.number_of("board", record.board);
  object.number_of("seating", record.seating);
  object.number_of("round", record.round);
  object.number_of("seed", record.seed);
  object.number_of("deal_index", record.deal_index);
  if (record.bots) {
    append_array(*record.bots, object.member("bots"), [&](const std::string& bot) { append_json_string(bot, out); });
  }
  if (!record.people.empty()) append_seats(record.people, object.member("people"));
  append_rules(record.rules, object.member("rules"));
  append_array(record.deal.cards.values, object.member("deal"),
               [&](const auto& hand) { append_array(hand, out, [&](Card card) { append_json_card(card, out); }); });
  append_actions(record.actions, object.member("events"));
  if (!record.remarks.empty()) {
    append_array(record.remarks, object.member("remarks"),
                 [&](const RecordedRemark& remark) { append_remark(remark, out); });
  }
  if (!record.faults.empty()) {
    append_array(record.faults, object.member("faults"), [&](const RecordedFault& fault) { append_fault(fault, out); });
  }
  if (record.result) append_result(*record.result, object.member("result"));
  if (record.failure) append_failure(*record.failure, object.member("failure"));
  object.end();
}

std::string write_json_record(const Record& record) {
  std::string line;
  line.reserve(8192);
  append_json_record(record, line);
  return line;
}

}  // namespace tichu::arena
