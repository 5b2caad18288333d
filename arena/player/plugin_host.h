#pragma once

namespace tichu::arena {

/// With these exit codes the plug-in host says whose end it is; the last line of its standard error says why.
constexpr int PluginNotLoaded = 69;  ///< the plug-in cannot be loaded, or makes no bot
constexpr int PluginThrew = 70;      ///< an exception came out of the plug-in

}  // namespace tichu::arena
