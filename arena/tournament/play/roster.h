#pragma once

#include <vector>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"

namespace tichu::arena {

/// Who plays at a moment of a run. It never changes: when somebody enters there is another.
struct Roster {
  TournamentConfig config;
  std::vector<Entrant> entrants;
  const Sandbox* sandbox = nullptr;  ///< for the bots that are not trusted; null: they run without
  bool keeps_output = false;         ///< BoardSpec::keeps_output
};

}  // namespace tichu::arena
