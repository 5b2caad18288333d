#pragma once

#include "arena/hosting/sandbox/box_options.h"

namespace tichu::arena {

/// The first process of a box that bubblewrap made: starts the bot within its limits, tells the arena how it ends, and
/// ends, with which all other processes of the box end too. Does not return.
[[noreturn]] void run_first_process(const BoxOptions& options);

}  // namespace tichu::arena
