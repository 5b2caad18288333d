#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "arena/analysis/analysis_store.h"
#include "arena/analysis/round_analysis.h"

namespace tichu::arena {

/// The analyses of one job's rounds that are kept in a tournament's folder, in no order; empty if there are none. Lines
/// that cannot be read are passed over.
std::vector<RoundAnalysis> kept_analyses(const std::filesystem::path& folder, JobNumber job);

/// The summary that an analysis left in a tournament's folder, `tichu-analysis/1` without rounds; nullopt if there is
/// none that can be read.
std::optional<nlohmann::ordered_json> kept_summary(const std::filesystem::path& folder);

}  // namespace tichu::arena
