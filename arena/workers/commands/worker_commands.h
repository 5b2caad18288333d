#pragma once

#include "arena/commands/command.h"

namespace tichu::arena {

// The commands of many machines, as arena/commands/command.h explains commands.
void add_broker_command(CLI::App& app, ExitCode& exit_code);
void add_worker_command(CLI::App& app, ExitCode& exit_code);

}  // namespace tichu::arena
