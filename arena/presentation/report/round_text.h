#pragma once

#include <string>

#include "arena/record/record.h"
#include "engine/event.h"

namespace tichu::arena {

/// Who sits at a seat, such as "seat 2 steady". The name is escaped so that it cannot harm a terminal.
std::string seat_and_name(const Record& record, Seat seat);

/// The hands and the events of a log, one line each, indented by two blanks, with what bots said about their decisions
/// and the faults after which a substitute played on.
std::string events_text(const Record& record, const EventLog& log);

/// A whole round for people: where it belongs, hands, events with what bots said about them, result or failure; the
/// last line is empty. If a record breaks the rules, it is shown up to that event, and why it stops. Text from bots is
/// escaped so that it cannot harm a terminal.
std::string round_text(const Record& record);

}  // namespace tichu::arena
