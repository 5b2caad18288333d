#pragma once

#include <cstddef>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

/// A unit of these jobs of a tournament, whose bots are `bots` (as workers get them, by rising id; those that no job
/// names are left out). `given_up`: of each job, by its place. `most_deals`: how many deals a game gets; there are
/// never more than a game can use.
Unit make_unit(UnitId id, const TournamentConfig& config, const std::vector<Entrant>& entrants,
               const std::vector<Job>& jobs, const std::vector<std::vector<BotId>>& given_up,
               const std::vector<UnitBot>& bots, std::size_t most_deals = 40);

/// What `play_board` gave for a job of a unit, as the worker sends it.
PlayedJob played_job(const UnitJob& job, const BoardOutcome& outcome);

}  // namespace tichu::arena
