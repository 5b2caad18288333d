#pragma once

#include <string>

#include "arena/commands/command.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/tournament_flags.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// Plays the tournament of a command that plays several, or what is left of it if its folder is there, to its end or to
/// that of `--minutes`. Refuses a folder that holds another tournament, or other builds of its bots unless
/// `other_builds`.
ExitCode play_stored(TournamentConfig config, const std::string& command, const TournamentFlags& flags,
                     const OtherMachines& machines, bool other_builds = false);

}  // namespace tichu::arena
