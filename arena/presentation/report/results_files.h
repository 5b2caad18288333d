#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// The standings and all pairs as JSON, `tichu-results/1` (arena/presentation/report/RESULTS.md). The same report gives
/// the same bytes; no value is NaN or infinite, an unknown error is null.
std::string results_json(const TournamentReport& report);
/// The list of standings in it, by rank.
nlohmann::ordered_json standings_json(const TournamentReport& report);
/// The places in it, by the schedule's own rules; an empty list if the schedule ranks nobody.
nlohmann::ordered_json places_json(const TournamentReport& report);
/// One row per entrant, by rank, under a heading (arena/presentation/report/RESULTS.md).
std::string results_csv(const TournamentReport& report);

/// Writes results.json, results.csv, usage.csv, bots.csv and, with teams of two different bots, partnerships.csv into
/// the tournament's folder. Throws std::runtime_error if a file cannot be written.
void write_results(const std::filesystem::path& folder, const TournamentReport& report);

}  // namespace tichu::arena
