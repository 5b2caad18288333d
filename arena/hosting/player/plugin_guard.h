#pragma once

#include "sdk/plugin_abi.h"

namespace tichu::arena {

/// A table that does what the plug-in's does, and ends the program as plug-in hosts do where that fails, throws, or
/// answers in no valid form. For the one plug-in of a host's process; `plugin` must live as long as the process.
tichu_bot_table guarded(const tichu_bot_table& plugin);

}  // namespace tichu::arena
