#pragma once

#include <filesystem>
#include <string>

#include "arena/report/event_report.h"

namespace tichu::arena {

/// The standings and all pairs as JSON, `tichu-results/1` (arena/report/RESULTS.md). The same report gives the same
/// bytes; no value is NaN or infinite, an unknown error is null.
std::string results_json(const EventReport& report);
/// One row an entrant, by rank, under a heading (arena/report/RESULTS.md).
std::string results_csv(const EventReport& report);

/// Writes results.json, results.csv and usage.csv into the event's folder. Throws std::runtime_error where the disk
/// refuses.
void write_results(const std::filesystem::path& folder, const EventReport& report);

}  // namespace tichu::arena
