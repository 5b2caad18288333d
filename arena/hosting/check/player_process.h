#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "arena/hosting/player/player.h"

namespace tichu::arena {

/// The process that a player's bot runs in; nullopt if it runs in the arena's own, or has none at the moment.
std::optional<pid_t> process_of(const Player& player);

/// Bytes of memory that a process and all its descendants have to themselves or share, each page counted in each
/// process (resident set); 0 if it has ended.
std::uint64_t resident_memory(pid_t process);

/// Kills a process and all its descendants. The first of a sandbox alone would not do: the bot inside would go on for
/// as long as the sandbox takes to end, and might answer still.
void kill_processes(pid_t process);

}  // namespace tichu::arena
