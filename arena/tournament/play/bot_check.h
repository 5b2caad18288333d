#pragma once

#include <optional>
#include <string>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// Tries every bot of a tournament before it begins: each is loaded or started once and ended again. A sentence on the
/// first that cannot play, such as a missing file or a plug-in of another ABI; nothing where all can.
/// Those that are not trusted run in the sandbox, or without one where it is null.
std::optional<std::string> check_bots(const TournamentConfig& config, const Sandbox* sandbox = nullptr);

}  // namespace tichu::arena
