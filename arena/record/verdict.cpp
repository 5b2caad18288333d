#include "arena/record/verdict.h"

#include <utility>
#include <vector>

#include "arena/text/strict_json.h"

namespace tichu::arena {
namespace {

std::string list_of(const std::vector<Seat>& seats) {
  std::string text = "[";
  for (const Seat seat : seats) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(seat.number());
  }
  return text + "]";
}

std::string list_of(const PerTeam<Points>& points) {
  return std::string("[") + std::to_string(points[Team::A].value()) + ", " + std::to_string(points[Team::B].value()) +
         "]";
}

Verdict event_verdict(const RecordFault& fault) {
  return {VerdictKind::Event, fault.event, fault.clause, fault.message};
}

template <typename Value>
Verdict result_verdict(std::string clause, std::string_view part, const Value& stated, const Value& real) {
  return {VerdictKind::Result, 0, std::move(clause),
          std::string("\"").append(part) + "\" is said to be " + list_of(stated) + ", but it is " + list_of(real)};
}

/// The seats that went out, in their order, as far as the round was played.
std::vector<Seat> seats_out(const EventLog& log) {
  PerSeat<int> cards{{Deal::HandCards, Deal::HandCards, Deal::HandCards, Deal::HandCards}};
  std::vector<Seat> out;
  for (const Event& event : log) {
    if (event.kind != EventKind::Play) continue;
    cards[event.seat] -= event.combination.cards.size();
    if (cards[event.seat] == 0) out.push_back(event.seat);
  }
  return out;
}

Verdict judge_finished(const Record& record, const RoundResult& real) {
  if (record.failure) {
    return {VerdictKind::Result, 0, "6.6", "a failure is told, but the round was played to its end"};
  }
  if (!record.result) return {};
  const RecordedResult& stated = *record.result;
  const RecordedResult result = recorded_result(real);
  if (stated.out && *stated.out != *result.out) return result_verdict("6.6", "out", *stated.out, *result.out);
  const char* clause = real.double_victory ? "8.1" : "8.2";
  if (stated.cards && *stated.cards != *result.cards) {
    return result_verdict(clause, "cards", *stated.cards, *result.cards);
  }
  if (stated.score && *stated.score != *result.score) {
    return result_verdict("8.3", "score", *stated.score, *result.score);
  }
  return {};
}

Verdict judge_unfinished(const Record& record, const EventLog& log) {
  if (!record.failure) {
    return {VerdictKind::Event, static_cast<int>(record.actions.size()), "6.6",
            "the record stops here, before the round's end, and tells no failure"};
  }
  if (record.result && record.result->out) {
    const std::vector<Seat> out = seats_out(log);
    if (*record.result->out != out) return result_verdict("1.3", "out", *record.result->out, out);
  }
  return {};
}

}  // namespace

Verdict judge_record(const ReadRecord& read) {
  const Record& record = read.record;
  if (read.misstated) {
    const auto first = record.actions.begin();
    const std::vector<RecordedAction> before(first, first + read.misstated->event);
    const Replay replayed = replay(record.deal, record.rules, before);
    return event_verdict(replayed.fault.value_or(*read.misstated));
  }
  const Replay replayed = replay(record.deal, record.rules, record.actions);
  if (replayed.fault) return event_verdict(*replayed.fault);
  return replayed.result ? judge_finished(record, *replayed.result) : judge_unfinished(record, replayed.log);
}

Verdict judge_json_record(std::string_view line) {
  const auto read = read_json_record(line);
  if (read) return judge_record(*read);
  const auto& [place, message] = read.error();
  return {VerdictKind::Unreadable, 0, {}, place.empty() ? message : place + ": " + message};
}

std::string to_text(const Verdict& verdict) {
  switch (verdict.kind) {
    case VerdictKind::Ok:
      return "ok";
    case VerdictKind::Event:
      return std::string("event ") + std::to_string(verdict.event) + ": RULES " + verdict.clause + ": " +
             verdict.message;
    case VerdictKind::Result:
      return "result: RULES " + verdict.clause + ": " + verdict.message;
    case VerdictKind::Unreadable:
      return "unreadable: " + verdict.message;
  }
  return {};
}

std::string verdict_json(const Verdict& verdict, std::string_view file, std::size_t line) {
  std::string text = "{";
  if (!file.empty()) {
    text += "\"file\": ";
    append_json_string(file, text);
    text += ", ";
  }
  text += "\"line\": ";
  text += std::to_string(line) + (verdict.ok() ? ", \"ok\": true}" : ", \"ok\": false, \"kind\": ");
  if (verdict.ok()) return text;
  append_json_string(to_text(verdict.kind), text);
  if (verdict.kind == VerdictKind::Event) text += std::string(", \"event\": ") + std::to_string(verdict.event);
  if (!verdict.clause.empty()) {
    text += ", \"clause\": ";
    append_json_string(verdict.clause, text);
  }
  text += ", \"message\": ";
  append_json_string(verdict.message, text);
  return text + "}";
}

}  // namespace tichu::arena
