#pragma once

#include "arena/hosting/sandbox/box_protocol.h"

namespace tichu::arena {

/// Jails this process with Landlock, seccomp and limits, and becomes the bot's program. Does not return: if it fails,
/// it tells the arena and ends.
///
/// A jailed bot is one process with any number of threads. It cannot fork, so nothing of it outlives it. It reads what
/// the options name, writes nothing, and reaches no other process and no socket.
[[noreturn]] void become_jailed_bot(const BoxOptions& options);

}  // namespace tichu::arena
