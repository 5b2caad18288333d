#pragma once

#include "arena/bench/bench_match.h"
#include "arena/bench/bench_report.h"

namespace tichu::arena {

/// Measures what storing adds to a tournament of the fastest plug-ins, in processor time, so that other work on the
/// machine changes little. Boards are played in batches as large as tournaments store at a time, and each batch is
/// stored in a database in a temporary folder. Throws std::runtime_error if a bot does not play.
BenchReport run_storing_bench(const PluginBenchPlan& plan);

}  // namespace tichu::arena
