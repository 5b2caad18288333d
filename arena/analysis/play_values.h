#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>

#include "arena/analysis/plugin_analyst.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// How plays are valued.
struct PlayValuesSettings {
  std::size_t worlds = 100;  ///< guessed hands that all plays of a decision meet, at least 2
  std::uint64_t seed = 1;
};

/// The value of every legal play of a round's turns and bombs that were not forced, as lines of JSON, in the order of
/// the decisions: where it was, then each distinct play and, if it is legal, to pass; what was played comes first.
/// `value` is the margin in points that the own team can expect, as far as the seat could know, `ahead` by how much it
/// is more than that of what was played; both with their standard errors. Nothing is chosen, so nothing is biased. A
/// pure function of record, settings and the analyst's code. The error is a sentence: what keeps the record from being
/// valued. Throws what the analyst throws.
tl::expected<std::string, std::string> play_values(const Record& record, const PlayValuesSettings& settings,
                                                   PluginAnalyst& analyst);

}  // namespace tichu::arena
