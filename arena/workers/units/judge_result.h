#pragma once

#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/play/roster.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// The boards of a unit, as the tournament has them.
struct UnitBoards {
  const Roster& roster;
  const std::vector<Job>& jobs;
  const std::vector<std::vector<BotId>>& given_up;  ///< bots of each job that are not started
};

/// Judges a result of a unit that was given out, by nothing but the unit: the same id; all jobs, tables and rounds that
/// must be there and no others; every round replayed by the referee from its deal, in the order in which the arena's
/// table asks; the stated result equal to the engine's; faults where faults can be; remarks, counts and times within
/// what is possible. Returns everything that is kept of the jobs, in their order, as if they had been played at home;
/// empty if the worker failed. Score, figures and result of each board are computed here.
OrInputError<std::vector<FinishedJob>> judge_result(const UnitId& id, const UnitBoards& boards,
                                                    const units::UnitResult& result);

}  // namespace tichu::arena
