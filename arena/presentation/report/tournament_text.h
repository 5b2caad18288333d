#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "arena/text/text_table.h"
#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// All tables of a tournament and how to read them, for people. `folder` is where it lies, for the command that
/// explains its faults; empty: whoever reads has no such folder. Tables and notes fit `width` columns.
std::string tournament_text(const TournamentReport& report, const std::string& folder, std::size_t width = AnyWidth);

/// A stored tournament as `show` prints it: one line with its name, state and size before the tables, or the verdict of
/// a test. `state` is running, stopped, finished or imported. The seed is told only of one that is finished, since it
/// tells all hands to come.
std::string shown_text(const TournamentReport& report, std::string_view state, const std::string& folder,
                       std::size_t width = AnyWidth);
/// The same as JSON, `tichu-show/1` (arena/presentation/report/RESULTS.md).
std::string shown_json(const TournamentReport& report, std::string_view state, const std::string& folder);

}  // namespace tichu::arena
