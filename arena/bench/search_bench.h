#pragma once

#include <cstdint>

#include "arena/bench/bench_report.h"

namespace tichu::arena {

/// The work of a benchmark of the search kit.
struct SearchPlan {
  std::uint64_t seed = 1;
  int rounds = 1000;  ///< rounds of LightPolicy, whose turns are the positions; positive
};

/// Measures what decides how strong a search is, on one thread: playouts of LightPolicy from guessed hands at the turns
/// of one seat, with and without variety, whole rounds of it, and guesses of hidden hands, dealt evenly and by
/// BeliefSampler.
BenchReport run_search_bench(const SearchPlan& plan);

}  // namespace tichu::arena
