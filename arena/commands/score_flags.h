#pragma once

#include <cstdint>
#include <vector>

#include "arena/statistics/rating/score_counts.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

/// Counts of boards by score, from the command line. One of the two vectors is empty.
struct ScoreFlags {
  std::vector<std::uint64_t> trinomial;
  std::vector<std::uint64_t> pentanomial;

  ScoreCounts counts() const { return {pentanomial.empty() ? trinomial : pentanomial}; }
};

/// Adds `--trinomial` and `--pentanomial`; exactly one must be given. `flags` must live until the command line
/// is parsed.
void add_score_flags(CLI::App& command, ScoreFlags& flags);

}  // namespace tichu::arena
