#pragma once

#include <filesystem>

#include "arena/bench/round_bench.h"

namespace tichu::arena {

/// What a benchmark of the host works with.
struct HostingPlan {
  std::filesystem::path program;  ///< a bot as a program that answers at once, such as the bundled `random`
  std::filesystem::path plugin;   ///< the same bot as a plug-in
  std::filesystem::path arena;    ///< the arena's own program, for the cost of a tournament of one board
  std::uint64_t seed = 1;
  int rounds = 1000;  ///< per figure with programs; ten times as many with plug-ins
  int starts = 20;    ///< of a bot, and of the arena
};

/// Measures what hosting costs: requests to programs beside a bare ping-pong over pipes with messages of the same
/// sizes, plug-ins beside the engine alone, the restart of a bot, the shortest tournament, one table beside two. A
/// table's thread and its bots share one core, as in tournaments. Throws std::runtime_error if a bot does not play.
BenchReport run_hosting_bench(const HostingPlan& plan);

}  // namespace tichu::arena
