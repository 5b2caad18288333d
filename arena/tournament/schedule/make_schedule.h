#pragma once

#include <memory>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// The schedule that a checked configuration asks for; of a ladder as it began, an OpenSchedule.
std::unique_ptr<Schedule> make_schedule(const TournamentConfig& config);

}  // namespace tichu::arena
