#pragma once

#include <cstdint>
#include <filesystem>

#include "arena/bench/bench_report.h"

namespace tichu::arena {

/// What a benchmark of a searching bot's decisions plays.
struct DecisionPlan {
  std::filesystem::path plugin;  ///< a bot that takes the option `simulations`, such as the bundled `sampler`
  std::uint64_t seed = 1;
  int boards = 10;                  ///< of two rounds, with the bot at all four seats; positive
  std::uint64_t simulations = 400;  ///< playouts per decision that is searched
};

/// Measures how long the bot's decisions take, all that it is asked included, on one thread: with a budget in playouts
/// the same decisions on every machine. Throws std::runtime_error if the bot does not play.
BenchReport run_decision_bench(const DecisionPlan& plan);

}  // namespace tichu::arena
