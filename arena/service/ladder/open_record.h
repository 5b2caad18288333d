#pragma once

#include <functional>
#include <optional>
#include <string>

#include "arena/record/record.h"
#include "arena/service/ladder/version.h"
#include "arena/tournament/schedule/schedule.h"
#include "engine/seat.h"

namespace tichu::arena {

// What everybody may know of the rounds of rated boards.

/// Leaves out what bots' programs wrote: their remarks, and sentences of faults that may quote them. What bots at seats
/// that `are_own` wrote stays.
void leave_out_words(Record& record, const std::function<bool(Seat)>& are_own);

/// What an entrant is called: "fox@3" by its present name; "withdrawn-7" if its name is not shown, or if nobody knows
/// it.
std::string open_name(const std::optional<LadderVersion>& version, EntrantId entrant);

/// Which entrants sat where at a table of a ladder's board, whose entrants are one bot each.
PerSeat<EntrantId> entrants_at(const Job& job, SeatingNumber seating);

}  // namespace tichu::arena
