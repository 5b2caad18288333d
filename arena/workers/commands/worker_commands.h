#pragma once

#include "arena/commands/command.h"
#include "arena/commands/other_machines.h"

namespace tichu::arena {

// The commands of many machines, as arena/commands/command.h explains commands.
void add_broker_command(CLI::App& command, ExitCode& exit_code);
void add_worker_command(CLI::App& command, ExitCode& exit_code);

/// The workers behind a NATS server, for the commands that play.
OtherMachines workers_behind_broker();

}  // namespace tichu::arena
