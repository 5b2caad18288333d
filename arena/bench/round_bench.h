#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/deal.h"
#include "engine/event.h"

namespace tichu::arena {

/// Which work a benchmark does; all of it seeded, so that every run does the same.
struct BenchPlan {
  std::uint64_t seed = 1;
  int rounds = 100'000;  ///< rounds of each playing figure
  int hands = 100'000;   ///< hands of each figure of the generators
  std::vector<int> threads{1, 2};
};

/// One measured figure.
struct BenchFigure {
  std::string name;  ///< such as "playout, 1 thread"
  double value = 0;
  std::string unit;  ///< such as "rounds/s", "ns", "bytes"
};

/// All figures of a run. `signature`, of the engine's, is a hash of every event of the first 10,000 rounds: it must not
/// depend on the compiler, the build type or the number of threads, and changes only with the rules, the deals or the
/// order of the generator.
struct BenchReport {
  std::vector<BenchFigure> figures;
  std::optional<std::uint64_t> signature;
};

/// Measures the engine: random rounds (engine/random_policy.h) by the complete rules without and with history and
/// observations, the generators, the judge, copies, and a reference loop that only deals and draws.
BenchReport run_round_bench(const BenchPlan& plan);

/// Plays round `index` of the benchmark and keeps its events.
void play_bench_round(std::uint64_t seed, std::uint64_t index, EventLog& log);

/// The signature over rounds 0..rounds-1, computed on some threads.
std::uint64_t bench_signature(std::uint64_t seed, int rounds, int threads);

}  // namespace tichu::arena
