#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/deal.h"
#include "engine/event.h"
#include "engine/legality.h"
#include "engine/round.h"
#include "engine/rules.h"

namespace tichu {

/// Something that a seat did, as records keep it: GrandTichu, Tichu, Push, Play, Pass or GiveDragon.
struct RecordedAction {
  Seat seat;
  Action action;
  bool out_of_turn = false;  ///< only on a bomb that was played when it was not the seat's turn
  friend bool operator==(const RecordedAction&, const RecordedAction&) = default;
};

/// What is wrong with a record.
struct RecordFault {
  int event = -1;      ///< number of the first offending event, from 0; -1: what follows the last event
  std::string clause;  ///< the clause of engine/RULES.md
  std::string message;
};

/// A finished replay: the log with everything that happened, and either the result or the first fault.
struct Replay {
  EventLog log;
  std::optional<RoundResult> result;  ///< nullopt if the round did not come to its end
  std::optional<RecordFault> fault;
};

/// Plays recorded actions from `deal` by `rules`, judging each. Stops at the first fault. A round that stops before
/// its end has no result and no fault. With `stop_at_fault` false the rest is not played either.
Replay replay(const Deal& deal, const Rules& rules, const std::vector<RecordedAction>& actions);

/// The actions in a log, as records keep them.
std::vector<RecordedAction> recorded_actions(const EventLog& log);
/// How many there are.
std::size_t recorded_action_count(const EventLog& log);

}  // namespace tichu
