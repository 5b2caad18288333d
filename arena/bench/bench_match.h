#pragma once

#include <cstdint>
#include <filesystem>

#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// A measured match of a trusted plug-in against itself.
struct PluginBenchPlan {
  std::filesystem::path plugin;  ///< such as the bundled `random`, which answers at once
  std::uint64_t seed = 1;
  int boards = 10'000;  ///< two rounds each
};

/// The match, in which the plug-in plays under two names.
TournamentConfig bench_match(const PluginBenchPlan& plan);

}  // namespace tichu::arena
