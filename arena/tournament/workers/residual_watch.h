#pragma once

#include <string>
#include <vector>

#include "arena/tournament/play/tournament_report.h"
#include "arena/tournament/workers/unit_book.h"

namespace tichu::arena {

/// Sentences for people on workers at which bots that look at the clock, or that did not repeat themselves, play
/// otherwise than elsewhere, by all stored boards of a tournament in which such a bot sits (`doubtful_workers`).
/// Nothing follows by itself: such boards cannot be played again.
std::vector<std::string> doubts_about_workers(UnitBook& book, const TournamentReport& report);

}  // namespace tichu::arena
