#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/stored_runs.h"

namespace tichu::arena {

/// How a tournament keeps its untrusted bots in.
struct Isolation {
  std::unique_ptr<Sandbox> sandbox;   ///< null: every bot runs with the rights of the arena's user
  std::string summary;                ///< one line on what protects, for the log
  std::vector<std::string> warnings;  ///< what it does not protect from
};

/// As a run's record tells it; null: none.
UsedSandbox used_sandbox(const Sandbox* sandbox);

/// Finds the sandbox that the tournament's untrusted bots need. The error says why they cannot be run: this machine has
/// none, and the configuration does not allow to do without. Whatever decides the deals (tournament file, results) and
/// other bots' folders are hidden from each.
tl::expected<Isolation, std::string> isolate(const TournamentConfig& config);

}  // namespace tichu::arena
