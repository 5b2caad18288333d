#pragma once

#include "arena/commands/command.h"

namespace tichu::arena {

/// Does what the command line asks for. What is wrong with its words is told in one sentence on standard error, with
/// what was probably meant, and is ExitCode::Usage. Environment failures leave as exceptions.
ExitCode run_command_line(int argc, const char* const* argv);

}  // namespace tichu::arena
