#pragma once

#include <string>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

/// What becomes of a unit's result: everything that is kept of its jobs, in their order, as if they had been played at
/// home; empty if the worker failed.
using JudgedJobs = std::vector<FinishedJob>;

/// Judges a result of a unit that was given out, by nothing but the unit: the same id; each bot's artifact the one that
/// was sent; all jobs, tables and rounds that must be there and no others; every round replayed by the referee from the
/// unit's deal, in the order in which the arena's table asks; the stated result equal to the engine's; faults where
/// faults can be; remarks, counts and times within what is possible. Score, figures and result of each board are
/// computed here. `jobs` are the unit's, as the tournament has them.
OrInputError<JudgedJobs> judge_result(const Unit& unit, const std::vector<Job>& jobs, UnitResult result);

}  // namespace tichu::arena
