#pragma once

#include <cstddef>
#include <cstdint>

#include "arena/hosting/match/player_pool.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// How many threads may play a tournament at once if `open_files` may be open, at most `wanted` (at least 1): each
/// keeps the programs of all tables of a board. Throws std::runtime_error with what would be needed if not even one
/// may.
std::size_t affordable_threads(const TournamentConfig& config, std::size_t wanted, std::uint64_t open_files);

/// What each of so many threads may keep running of its bots' programs, if `open_files` may be open and the machine has
/// so many bytes of `memory`: at least the programs of a board, if `affordable_threads` allows the threads.
PoolLimits affordable_programs(const TournamentConfig& config, std::size_t threads, std::uint64_t open_files,
                               std::uint64_t memory);

}  // namespace tichu::arena
