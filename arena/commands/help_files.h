#pragma once

#include <string_view>
#include <vector>

#include "arena/commands/command_line.h"

namespace tichu::arena {

/// The commands `man` and `completion` of one of the programs. The one that people call prints all of it, and asks the
/// others for their parts (`--part`), since each knows the flags of its own commands alone.
std::vector<Command> help_commands(std::string_view program);

}  // namespace tichu::arena
