#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/analysis/plugin_analyst.h"
#include "arena/analysis/round_analysis.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// What the analysis of one board may cost.
struct BoardBudget {
  AnalysisSettings settings;
  /// Of one processor, for all rounds of a board. What others do meanwhile does not count.
  std::chrono::seconds processor{30};
};

/// Told before each decision how many of the board's have been analysed. What it throws ends the analysis, and leaves.
using DecisionCount = std::function<void(std::uint64_t done, std::uint64_t decisions)>;

/// Analyses a board's rounds for all seats on this thread, the first rounds of all its tables first. Rounds that cannot
/// be analysed, and those for which the processor's time does not last, are left out. The error is a sentence for
/// strangers: why there is not one round. Throws what the analyst throws.
tl::expected<std::vector<RoundAnalysis>, std::string> analyse_board(std::vector<Record> rounds,
                                                                    const AnalystLibrary& analyst,
                                                                    const BoardBudget& budget,
                                                                    const DecisionCount& counted);

}  // namespace tichu::arena
