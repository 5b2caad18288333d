#pragma once

#include <string>

#include "arena/commands/command.h"
#include "arena/commands/event_flags.h"
#include "arena/config/config_error.h"
#include "arena/config/event_config.h"

namespace tichu::arena {

/// Plays a checked-out event from its first to its last step: judges the configuration, tries the bots, makes the
/// folder, plays, writes the result files and prints the tables. Until the bots were tried nothing is written; what is
/// wrong up to then is one sentence on standard error and ExitCode::Usage. `where` names the configuration in such a
/// sentence. `flags` were applied to `config`; of them the log's level and `strict` (faults give ExitCode::Bad) count.
ExitCode play_event(EventConfig config, const std::string& where, const EventFlags& flags);

/// Prints the error for people and returns ExitCode::Usage.
ExitCode refuse(const ConfigError& error);

}  // namespace tichu::arena
