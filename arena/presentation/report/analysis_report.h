#pragma once

#include <array>
#include <string>
#include <vector>

#include "arena/analysis/analysis_summary.h"
#include "arena/analysis/compare_bots.h"

namespace tichu::arena {

/// What an analysis found, for a terminal: each bot's parts of the margin, points lost by kind of decision, by phase
/// and by situation, and its worst decisions. Errors are halves of 95 % intervals over boards.
std::string analysis_text(const std::vector<BotSummary>& summaries);

/// One JSON object, `tichu-analysis/1` (arena/analysis/ANALYSIS.md), with a line end. `header` is the first line of
/// the analysis's store.
std::string analysis_json(const std::string& header, const std::vector<BotSummary>& summaries,
                          const std::vector<RoundAnalysis>& rounds);

/// What a comparison of two bots found, for a terminal: by kind of decision how often they differ and what that is
/// worth, and the differences that are worth most, either way.
std::string comparison_text(const std::array<std::string, 2>& bots, const std::vector<ComparedRound>& rounds);

/// The same as one JSON object, `tichu-comparison/1` (arena/analysis/ANALYSIS.md), with a line end.
std::string comparison_json(const std::array<std::string, 2>& bots, const std::vector<ComparedRound>& rounds);

}  // namespace tichu::arena
