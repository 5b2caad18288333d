#pragma once

#include "arena/commands/command.h"

namespace tichu::arena {

/// Does what the command line asks for. If an argument is wrong, one sentence on standard error says so, with
/// what was probably meant, and the exit code is ExitCode::Usage. Environment failures leave as exceptions.
ExitCode run_command_line(int argc, const char* const* argv);

}  // namespace tichu::arena
