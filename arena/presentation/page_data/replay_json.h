#pragma once

#include <string>

#include "arena/analysis/round_analysis.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// The round of a record as the steps that a viewer shows (arena/presentation/page_data/PAGE.md),
/// replayed by the engine, as a JSON object. Throws std::runtime_error if the record breaks the
/// rules. With an analysis of the round its decisions are told too, each with its step.
std::string replay_json(const Record& record, const RoundAnalysis* analysis = nullptr);

}  // namespace tichu::arena
