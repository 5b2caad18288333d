#pragma once

#include "arena/hosting/sandbox/box_options.h"

namespace tichu::arena {

/// Fences this process in, with Landlock, seccomp and limits, and becomes the bot's program. Does not return: where it
/// fails it tells the arena and ends.
///
/// A fenced bot is one process, threads at will: it cannot fork, so that nothing of it outlives it. It reads what the
/// options name, writes nothing, and reaches no other process and no socket.
[[noreturn]] void become_fenced_bot(const BoxOptions& options);

}  // namespace tichu::arena
