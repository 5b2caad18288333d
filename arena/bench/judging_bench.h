#pragma once

#include <cstdint>
#include <filesystem>

#include "arena/bench/bench_report.h"

namespace tichu::arena {

/// What is measured of a leader whose boards are played by workers.
struct JudgingPlan {
  std::filesystem::path plugin;  ///< plays all boards, each of two rounds
  std::uint64_t seed = 1;
  int boards = 10'000;
};

/// Measures the processor time that a leader spends on each board that a worker has played: making units of them and
/// reading results, with every round replayed, and storing. Messages go from hand to hand, so a broker's part is not in
/// it. Throws std::runtime_error if the plug-in does not play, or a result is refused.
BenchReport run_judging_bench(const JudgingPlan& plan);

}  // namespace tichu::arena
