#pragma once

#include <filesystem>
#include <string>

#include "arena/tournament/config/event_config.h"

namespace tichu::arena {

/// The command line that plays the same event again, quoted for a shell. `bundled` is the folder of the bots that came
/// with the arena, which are called by their names.
std::string reproduce_command(const EventConfig& config, const std::filesystem::path& bundled);

}  // namespace tichu::arena
