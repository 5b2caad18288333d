#pragma once

namespace tichu::arena {

/// With these exit codes the plug-in host says what its plug-in did; the last line of its standard error is the
/// sentence for people.
constexpr int PluginNotLoaded = 69;    ///< it cannot be loaded, or makes no bot
constexpr int PluginFailed = 70;       ///< it threw an exception, or failed in a decision
constexpr int PluginMisanswered = 71;  ///< an answer of no valid form

}  // namespace tichu::arena
