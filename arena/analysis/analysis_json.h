#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/analysis/analysis_summary.h"
#include "arena/analysis/round_analysis.h"

namespace tichu::arena {

/// A round's analysis as a JSON object on one line (ANALYSIS.md). The same analysis always gives the same bytes.
std::string write_round_json(const RoundAnalysis& analysis);

/// What is found of one decision, as the member "verdict" of ANALYSIS.md.
std::string write_verdict_json(const DecisionVerdict& verdict);

/// What `write_round_json` wrote; nullopt for any other text. Never throws on bad input.
std::optional<RoundAnalysis> read_round_json(std::string_view line);

/// Summaries as the member "bots" of ANALYSIS.md: a JSON array.
std::string write_summaries_json(const std::vector<BotSummary>& summaries);

}  // namespace tichu::arena
