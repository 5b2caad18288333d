#pragma once

#include <string>

#include "arena/record/record.h"
#include "engine/event.h"

namespace tichu::arena {

/// Who sits at a seat, such as "seat 2 steady"; what the name holds can do a terminal no harm.
std::string seat_and_name(const Record& record, Seat seat);

/// The hands and the events of a log, a line each, indented by two blanks, with what bots said of their decisions
/// and the faults after which a substitute played on.
std::string events_text(const Record& record, const EventLog& log);

/// A whole round for people: where it belongs, hands, events with what bots said of them, result or failure; the last
/// line is empty. A record that breaks the rules is shown up to there, and why it stops. Strangers' texts are shown so
/// that they can do a terminal no harm.
std::string round_text(const Record& record);

}  // namespace tichu::arena
