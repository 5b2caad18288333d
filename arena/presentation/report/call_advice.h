#pragma once

#include <map>
#include <span>
#include <string>

#include "arena/analysis/round_analysis.h"
#include "arena/record/record.h"
#include "arena/statistics/rating/play_figures.h"

namespace tichu::arena {

/// Adds the calls of a round that was played to its end, by bot.
void count_calls(const Record& record, std::map<std::string, PlayFigures>& all);

/// Where the analyst would have a bot call Tichu or Grand Tichu more often, though the bot makes less than half of its
/// own calls of that kind: a sentence for each. Empty if there is no such kind, or fewer than ten calls of it. `own`
/// counts the calls of the bot.
std::string call_advice(const std::string& bot, std::span<const RoundAnalysis> rounds, const PlayFigures& own);

}  // namespace tichu::arena
