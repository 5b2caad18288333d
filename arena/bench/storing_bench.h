#pragma once

#include <cstdint>
#include <filesystem>

#include "arena/bench/bench_report.h"

namespace tichu::arena {

/// A measured match of a trusted plug-in against itself.
struct StoringPlan {
  std::filesystem::path plugin;  ///< such as the bundled `random`, which answers at once
  std::uint64_t seed = 1;
  int boards = 10'000;  ///< two rounds each
};

/// Measures what storing adds to a tournament of the fastest plug-ins, in processor time, so that other work on the
/// machine changes little. Boards are played in batches as large as tournaments store at a time, and each batch is
/// stored in a database in a temporary folder. Throws std::runtime_error if a bot does not play.
BenchReport run_storing_bench(const StoringPlan& plan);

}  // namespace tichu::arena
