#pragma once

#include <cstdint>
#include <vector>

#include "arena/tournament/play/roster.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/messages.h"

namespace tichu::tests {

/// What a unit is made of, and how its bots behave.
struct UnitPlan {
  std::uint64_t seed = 1;
  arena::BoardFormat format = arena::BoardFormat::Deals;
  arena::Seatings seatings = arena::Seatings::Swap;
  arena::FaultPolicy faults = arena::FaultPolicy::Forfeit;
  std::size_t jobs = 4;
  std::uint32_t fault_in = 0;   ///< a decision in so many is a fault; 0: none
  std::uint32_t remark_in = 4;  ///< a decision in so many has a remark; 0: none
  bool one_given_up = false;    ///< of the first job, the second entrant's bot
  int target = 1000;            ///< of games
  int retries = 0;              ///< that bots may have
  bool keeps_output = false;    ///< what bots write is kept: those of seats 1 and 3 write
};

/// A unit that bots of chance have played: as a worker sends it, and as it would have been kept at home.
struct PlayedUnit {
  arena::Roster roster;
  std::vector<arena::Job> jobs;
  std::vector<std::vector<arena::BotId>> given_up;
  units::Unit unit;
  units::UnitResult result;
  std::vector<arena::FinishedJob> at_home;

  /// What the leader that gave it out makes of a result.
  arena::OrInputError<std::vector<arena::FinishedJob>> judged(const units::UnitResult& said) const {
    return arena::judge_result(arena::id_of(unit), {roster, jobs, given_up}, said);
  }
};

/// The same plan gives the same unit.
PlayedUnit played_unit(const UnitPlan& plan);

}  // namespace tichu::tests
