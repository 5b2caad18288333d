#pragma once

#include <filesystem>
#include <string>

#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// The command line that plays the same tournament again, quoted for a shell. `bundled` is the folder of the bots that
/// came with the arena, which the command calls by their names.
std::string reproduce_command(const TournamentConfig& config, const std::filesystem::path& bundled);

}  // namespace tichu::arena
