#pragma once

#include <functional>
#include <span>
#include <vector>

#include "arena/commands/command.h"

namespace tichu::arena {

/// Commands that --help lists together.
struct CommandGroup {
  const char* heading;
  std::vector<std::function<void(CLI::App&, ExitCode&)>> commands;
};

/// Those that play: all that the program `tichu-arena` holds itself.
std::vector<CommandGroup> playing_commands(const OtherMachines& machines);
/// All that there are, in the order of --help.
std::vector<CommandGroup> all_commands(const OtherMachines& machines);

/// Does what the command line asks for by one of these commands. If an argument is wrong, one sentence on standard
/// error says so, with what was probably meant, and the exit code is ExitCode::Usage. Environment failures leave as
/// exceptions.
ExitCode run_command_line(int argc, const char* const* argv, std::span<const CommandGroup> groups);

}  // namespace tichu::arena
