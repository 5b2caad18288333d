#pragma once

#include "arena/hosting/match/board.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// A round as it was played, from its record, which must be sound and, if it has no result, name the seat whose fault
/// ended it. Result and score are computed again; who took how long stays unknown.
RoundOutcome outcome_of(const Record& record);

}  // namespace tichu::arena
