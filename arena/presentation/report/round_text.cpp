#include "arena/presentation/report/round_text.h"

#include <fmt/format.h>

#include <cstddef>

#include "arena/text/sanitized_line.h"
#include "engine/notation.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

bool is_recorded(const Event& event) { return event.kind != EventKind::Dealt && event.kind != EventKind::TrickTaken; }

std::string remark_text(const Record& record, const RecordedRemark& recorded) {
  const Remark& remark = recorded.remark;
  std::string text = fmt::format("    {} on {}:", seat_and_name(record, recorded.seat), to_text(recorded.question));
  if (remark.value) text += fmt::format(" value {:+.1f}", *remark.value);
  for (const MoveProbability& choice : remark.probabilities) {
    text += fmt::format(" [{} {:.1f} %]", sanitized_line(choice.move), 100 * choice.probability);
  }
  if (!remark.note.empty()) text += " \"" + sanitized_line(remark.note) + "\"";
  return text + "\n";
}

std::string fault_text(const Record& record, const RecordedFault& fault) {
  return fmt::format("    {}: {}: {}; a substitute plays on\n", seat_and_name(record, fault.seat),
                     sanitized_line(fault.kind), sanitized_line(fault.text));
}

/// The lines of remarks and faults in order, up to the current event.
class SideLines {
 public:
  explicit SideLines(const Record& record) : record_(record) {}

  /// The lines for decisions that were asked for when there were at most this many events.
  std::string up_to(std::size_t events) {
    std::string text;
    for (; next_ < record_.remarks.size() && record_.remarks[next_].after <= events; ++next_) {
      text += remark_text(record_, record_.remarks[next_]);
    }
    for (; next_fault_ < record_.faults.size() && record_.faults[next_fault_].after <= events; ++next_fault_) {
      text += fault_text(record_, record_.faults[next_fault_]);
    }
    return text;
  }

 private:
  const Record& record_;
  std::size_t next_ = 0;
  std::size_t next_fault_ = 0;
};

std::string heading(const Record& record) {
  std::string text;
  const auto add = [&text](const char* what, const auto& number) {
    using std::to_string;
    if (number) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, to_string(*number));
  };
  add("job", record.job);
  add("board", record.board);
  add("seating", record.seating);
  add("round", record.round);
  add("deal", record.deal_index);
  add("seed", record.seed);
  return (record.tournament ? sanitized_line(*record.tournament) + ": " : "") + (text.empty() ? "a round" : text) +
         "\n";
}

std::string ending(const Record& record, const Replay& replayed) {
  if (replayed.fault) {
    return fmt::format("  here the record breaks the rules: RULES {}: {}\n", replayed.fault->clause,
                       replayed.fault->message);
  }
  if (replayed.result) {
    const RoundResult& result = *replayed.result;
    return fmt::format("  teams 0+2 and 1+3 score {} and {}{}\n", result.score[Team::A].value(),
                       result.score[Team::B].value(), result.double_victory ? ", a double victory" : "");
  }
  if (!record.failure) return "  the record stops here\n";
  const RecordFailure& failure = *record.failure;
  const std::string who = failure.seat ? seat_and_name(record, *failure.seat) + ": " : "";
  return fmt::format("  {}{}: {}\n", who, sanitized_line(failure.kind), sanitized_line(failure.text));
}

}  // namespace

std::string seat_and_name(const Record& record, Seat seat) {
  const std::string name = record.bots ? (*record.bots)[static_cast<std::size_t>(seat.number())] : "";
  return fmt::format("seat {} {}", seat.number(), sanitized_line(name));
}

std::string events_text(const Record& record, const EventLog& log) {
  std::string text;
  for (const Seat seat : AllSeats) {
    text += fmt::format("  {}: {}\n", seat_and_name(record, seat), to_text(record.deal.hand(seat)));
  }
  SideLines beside(record);
  std::size_t events = 0;
  for (const Event& event : log) {
    if (event.kind == EventKind::Dealt) continue;
    if (is_recorded(event)) text += beside.up_to(events++);
    text += "  " + to_text(event) + "\n";
  }
  return text + beside.up_to(events);
}

std::string round_text(const Record& record) {
  const Replay replayed = replay(record.deal, record.rules, record.actions);
  return heading(record) + events_text(record, replayed.log) + ending(record, replayed) + "\n";
}

}  // namespace tichu::arena
