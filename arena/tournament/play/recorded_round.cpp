#include "arena/tournament/play/recorded_round.h"

#include <optional>
#include <string>

#include "arena/text/sanitized_line.h"
#include "engine/follow.h"
#include "engine/record.h"

namespace tichu::arena {
namespace {

/// The cards that a seat holds after the push; its first fourteen if the round ended before.
CardSet hand_after_push(const Record& record, Seat seat) {
  CardSet hand = record.deal.hand(seat);
  for (const RecordedAction& recorded : record.actions) {
    if (recorded.action.kind != ActionKind::Push) continue;
    for (const Side side : OtherSides) {
      if (recorded.seat == seat) hand.erase(recorded.action.push.to(side));
      if (recorded.seat.at(side) == seat) hand.insert(recorded.action.push.to(side));
    }
  }
  return hand;
}

SeatFault seat_fault(Seat seat, const std::string& kind, const std::string& text, std::size_t actions) {
  SeatFault fault{seat, {from_text<FaultKind>(kind).value_or(FaultKind::Crash), sanitized_line(text), {}}};
  fault.actions = actions;
  return fault;
}

}  // namespace

RoundOutcome outcome_of(const Record& record) {
  RoundOutcome outcome;
  outcome.record = record;
  outcome.record.faults.clear();
  outcome.record.failure.reset();
  outcome.record.result.reset();
  for (const RecordedFault& fault : record.faults) {
    add_fault(outcome, seat_fault(fault.seat, fault.kind, fault.text, fault.after));
  }
  if (record.failure) {
    const RecordFailure& failure = *record.failure;
    forfeit(outcome, seat_fault(*failure.seat, failure.kind, failure.text, record.actions.size()));
    return outcome;
  }
  const std::optional<RoundResult> result = replay(record.deal, record.rules, record.actions).result;
  outcome.record.result = recorded_result(*result);
  outcome.score = result->score;
  for (const Seat seat : AllSeats) outcome.bomb_after_push[seat] = holds_bomb(hand_after_push(record, seat), {});
  return outcome;
}

}  // namespace tichu::arena
