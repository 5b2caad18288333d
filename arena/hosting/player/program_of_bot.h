#pragma once

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/sandbox/program_launcher.h"

namespace tichu::arena {

/// What is started for a bot in a process of its own: the program itself, or the plug-in host with the plug-in.
ProgramCommand program_of(const BotSpec& spec);

}  // namespace tichu::arena
