#pragma once

#include "arena/hosting/sandbox/box_protocol.h"

namespace tichu::arena {

/// The first process of a box that bubblewrap made: starts the bot within its limits, tells the arena how it ends, and
/// ends. With it all other processes of the box end. Does not return.
[[noreturn]] void run_first_process(const BoxOptions& options);

}  // namespace tichu::arena
