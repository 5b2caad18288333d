#pragma once

#include <cstdint>
#include <vector>

#include "arena/bench/bench_report.h"
#include "engine/deal.h"
#include "engine/event.h"

namespace tichu::arena {

/// The work of a benchmark. All of it is seeded, so every run does the same.
struct BenchPlan {
  std::uint64_t seed = 1;
  int rounds = 100'000;  ///< rounds of each playing figure
  int hands = 100'000;   ///< hands of each figure of the generators
  std::vector<int> threads{1, 2};
};

/// Measures the engine: random rounds (engine/random_policy.h) by the complete rules without and with history and
/// observations, the generators, the judge, copies, and a reference loop that only deals and draws.
BenchReport run_round_bench(const BenchPlan& plan);

/// Plays round `index` of the benchmark; `log` gets its events.
void play_bench_round(std::uint64_t seed, std::uint64_t index, EventLog& log);

/// The signature over rounds 0..rounds-1, computed on some threads.
std::uint64_t bench_signature(std::uint64_t seed, int rounds, int threads);

}  // namespace tichu::arena
