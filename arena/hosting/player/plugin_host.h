#pragma once

#include "sdk/plugin_abi.h"

namespace tichu::arena {

// The exit codes by which the plug-in host tells what its plug-in did. The last line of its standard error is the
// sentence for people.
constexpr int PluginNotLoaded = 69;    ///< it cannot be loaded, or makes no bot
constexpr int PluginFailed = 70;       ///< it threw an exception, or failed in a decision
constexpr int PluginMisanswered = 71;  ///< it answered in no valid form

/// A table that does what the plug-in's does, and ends the program with one of these exit codes if the plug-in fails,
/// throws, or answers in no valid form. For the one plug-in of a host's process; `plugin` must live as long as the
/// process.
tichu_bot_table guarded(const tichu_bot_table& plugin);

}  // namespace tichu::arena
