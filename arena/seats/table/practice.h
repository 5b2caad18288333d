#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "arena/analysis/round_analysis.h"
#include "arena/presentation/live/http_handler.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// Which decision of seat 0 in a record.
struct DecisionPlace {
  std::size_t after = 0;  ///< how many of the record's actions came before
  DecisionCategory category = DecisionCategory::Lead;
};

/// The position before a decision as a snapshot of a table (TABLE.md), whose question has the number 1; it holds what
/// the seat knew and nothing else. nullopt if the record has no such decision.
std::optional<std::string> practice_snapshot(const Record& record, const DecisionPlace& place);

/// What a page says there: `judge` as at a table; `answer` is answered with what the coach says of it (`told`). The
/// same settings and the same numbers of the round give the losses of `analyse`. Throws what the analyst throws.
HttpResponse practise(const Record& record, const DecisionPlace& place, std::string_view command,
                      const AnalystLibrary& analyst, const AnalysisSettings& settings);

}  // namespace tichu::arena
