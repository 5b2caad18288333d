#pragma once

#include <string>
#include <vector>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/stored_results.h"
#include "arena/tournament/workers/unit_book.h"

namespace tichu::arena {

/// Sentences for people on workers at which bots that look at the clock play otherwise than elsewhere, by all stored
/// boards of a tournament in which such a bot sits (`doubtful_workers`). Nothing follows by itself: such boards cannot
/// be played again.
std::vector<std::string> doubts_about_workers(const UnitBook& book, const TournamentConfig& config,
                                              const std::vector<Entrant>& entrants, const StoredResults& results);

}  // namespace tichu::arena
