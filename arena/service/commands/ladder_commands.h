#pragma once

#include "arena/commands/command.h"

namespace tichu::arena {

// The commands of a ladder's operator and of its authors, as arena/commands/command.h explains commands.
void add_ladder_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines);
void add_submit_command(CLI::App& command, ExitCode& exit_code);
void add_ask_command(CLI::App& command, ExitCode& exit_code);
void add_status_command(CLI::App& command, ExitCode& exit_code);
void add_logs_command(CLI::App& command, ExitCode& exit_code);
void add_mirror_command(CLI::App& command, ExitCode& exit_code);
void add_withdraw_command(CLI::App& command, ExitCode& exit_code);

}  // namespace tichu::arena
