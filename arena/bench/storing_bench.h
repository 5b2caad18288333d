#pragma once

#include <filesystem>

#include "arena/bench/round_bench.h"

namespace tichu::arena {

/// What a benchmark of storing plays.
struct StoringPlan {
  std::filesystem::path plugin;  ///< a bot as a plug-in that answers at once, such as the bundled `random`
  std::uint64_t seed = 1;
  int boards = 10'000;  ///< two rounds each
};

/// Measures what storing adds to a tournament of the fastest plug-ins, in processor time, so that other work on the
/// machine changes little. Boards are played in batches as large as tournaments store at a time, and each batch is
/// stored in a database in a temporary folder. Throws std::runtime_error if a bot does not play.
BenchReport run_storing_bench(const StoringPlan& plan);

}  // namespace tichu::arena
