#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "arena/commands/command.h"

namespace tichu::arena {

struct OtherLadders;
struct OtherMachines;

/// A command of a program.
struct Command {
  std::string_view word;  ///< as in `command_words`
  std::function<void(CLI::App&, ExitCode&)> add;
};

/// One of the programs, and what it does itself.
struct Program {
  std::string_view name;  ///< as in `command_words`
  std::vector<Command> commands;
};

/// Those that play.
std::vector<Command> playing_commands(const OtherMachines& machines);
/// All others of one machine. `judging` measures for `bench --judging`.
std::vector<Command> tool_commands(const OtherLadders& ladders, const OtherMachines& machines, JudgingBench judging);

/// Does what the command line asks of this program. If an argument is wrong, one sentence on standard error says so,
/// with what was probably meant, and the exit code is ExitCode::Usage. Environment failures leave as exceptions.
ExitCode run_command_line(int argc, const char* const* argv, const Program& program);

}  // namespace tichu::arena
