#pragma once

#include "arena/hosting/match/table_view.h"
#include "arena/record/record.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// Adds to the record of a round of this tournament what follows from its place: names, people, numbers, seed and
/// rules. Throws std::out_of_range if a bot of `place` is none of the tournament's.
void place_record(Record& record, const TournamentConfig& config, const RoundPlace& place);

}  // namespace tichu::arena
