#pragma once

#include <cstdint>
#include <filesystem>

#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// A match of a trusted plug-in against itself, under two names: `boards` of two rounds.
TournamentConfig bench_match(const std::filesystem::path& plugin, std::uint64_t seed, int boards);

}  // namespace tichu::arena
