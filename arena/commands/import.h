#pragma once

#include "arena/commands/command.h"

namespace tichu::arena {

/// `import`: turns Brettspielwelt's logs into records. Like the commands of `command.h`.
void add_import_command(CLI::App& app, ExitCode& exit_code);

}  // namespace tichu::arena
