#pragma once

#include <string>
#include <vector>

#include "arena/text/text_table.h"
#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// One line per bot: decisions, their times, processor time and memory. Empty if nothing is known about any bot.
/// It fits `width` columns.
std::string usage_table(const TournamentReport& report, std::size_t width = AnyWidth);
/// The same as CSV with a heading, times in nanoseconds (arena/presentation/report/RESULTS.md).
std::string usage_csv(const TournamentReport& report);

/// A sentence for each bot that ponders, that is, works while it is not asked.
std::vector<std::string> pondering_notes(const TournamentReport& report);

}  // namespace tichu::arena
