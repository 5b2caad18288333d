#include "arena/presentation/report/fault_explanation.h"

#include <fmt/format.h>

#include <memory>

#include "arena/presentation/report/exchange_text.h"
#include "arena/presentation/report/round_text.h"
#include "arena/text/counted.h"
#include "arena/text/foreign_bytes.h"
#include "engine/notation.h"
#include "engine/observer.h"
#include "engine/plays.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

std::string name_of(const Record& record, Seat seat) {
  return record.bots ? (*record.bots)[static_cast<std::size_t>(seat.number())] : "";
}

std::string plays_text(const PlayQuery& query) {
  const auto plays = std::make_unique<PlayList>();
  exact_plays(query, *plays);
  std::string text = counted(plays->size(), "legal play");
  if (plays->may_pass()) text += query.out_of_turn ? ", or none" : ", or a pass";
  return text;
}

std::string question_text(const FinishedFault& fault, const Record& record, const Observation& seen) {
  if (!fault.question) return "It had not been asked anything yet: it failed before it took its seat.\n";
  std::string text = fmt::format("It was asked: {}\n", to_text(*fault.question));
  text += fmt::format("  its hand:  {}\n", to_text(seen.hand));
  if (*fault.question != Question::Turn && *fault.question != Question::Bomb) return text;
  text += seen.table.empty() ? "  table:     empty, so it leads\n"
                             : fmt::format("  table:     {} of {}\n", to_text(seen.table),
                                           seat_and_name(record, fault.seat.at(seen.table_owner)));
  if (seen.wish != Rank::None) text += fmt::format("  wish:      {}\n", to_text(seen.wish));
  const bool on_turn = *fault.question == Question::Turn;
  return text + "  it had:    " + plays_text(on_turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen)) + "\n";
}

std::string round_so_far(const Record& record, const EventLog& log) {
  std::string text = "The round so far";
  if (record.seed && record.deal_index) text += fmt::format(", deal {} of seed {}", *record.deal_index, *record.seed);
  text += ":\n";
  return text + events_text(record, log);
}

}  // namespace

std::string explain(const FinishedFault& fault, const Record& record, bool hex) {
  std::vector<RecordedAction> actions = record.actions;
  actions.resize(std::min(actions.size(), fault.actions));
  const Replay replayed = replay(record.deal, record.rules, actions);
  Observer observer(fault.seat, record.rules, Points(0), Points(0));
  for (const Event& event : replayed.log) observer.watch(event);
  std::string text = fmt::format("{} by {} at seat {}: job {}{}, seating {}, round {}\n{}\n\n", to_text(fault.kind),
                                 name_of(record, fault.seat), fault.seat.number(), fault.job.value(),
                                 record.board ? fmt::format(", board {}", record.board->value()) : "",
                                 fault.seating.value(), fault.round.value(), fault.text);
  text += question_text(fault, record, observer.observation()) + exchange_text(fault.exchange, fault.question, hex);
  if (!fault.stderr_tail.empty()) text += "The end of its standard error:\n" + quoted_output(fault.stderr_tail) + "\n";
  return text + "\n" + round_so_far(record, replayed.log);
}

}  // namespace tichu::arena
