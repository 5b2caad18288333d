#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "arena/text/text_table.h"
#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

// What played: for each bot what it says that it is, and the fingerprint of its files; several lines of a bot if that
// changed while the tournament was stopped.

/// A fingerprint's beginning, of each file that it is of.
std::string short_fingerprint(const std::string& fingerprint);
/// "steady 1.0"; empty if the bot says nothing. Without its name if that is `bot`.
std::string said_text(const BotIdentity& identity, const std::string& bot);

/// One line per bot and build. It fits `width` columns.
std::string builds_table(const TournamentReport& report, std::size_t width = AnyWidth);
/// The builds of one bot as a list (arena/presentation/report/RESULTS.md).
nlohmann::ordered_json builds_json(const std::vector<Played<BotBuild>>& builds);
/// One row per bot and build, under a heading (arena/presentation/report/RESULTS.md).
std::string builds_csv(const TournamentReport& report);

}  // namespace tichu::arena
