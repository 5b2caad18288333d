#pragma once

#include "arena/bench/bench_match.h"
#include "arena/bench/bench_report.h"

namespace tichu::arena {

/// Measures the processor time that a leader spends on each board that a worker has played: making units of them and
/// reading results, with every round replayed, and storing. Messages go from hand to hand, so a broker's part is not in
/// it. Throws std::runtime_error if the plug-in does not play, or a result is refused.
BenchReport run_judging_bench(const PluginBenchPlan& plan);

}  // namespace tichu::arena
