#pragma once

#include <CLI/App.hpp>

#include "arena/commands/command.h"

namespace tichu::arena {

/// Adds `admin` to the command `ladder`: what whoever has a ladder's folder decides, while it is served or not.
void add_ladder_admin_command(CLI::App& ladder, ExitCode& exit_code);

}  // namespace tichu::arena
