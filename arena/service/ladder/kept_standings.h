#pragma once

#include <string>

#include "arena/service/ladder/ladder_figures.h"

namespace tichu::arena {

/// What a restarted ladder shows until its boards are rated anew: numbers, places, and who seem to play the same, as
/// one JSON text. Struck pairs and expectations of boards are not in it.
std::string kept_text(const LadderStandings& standings);

/// The same again. `present` has a row for each version of today's table, without figures and places; versions that
/// are not among them are left out. Of an unreadable text: no row, serial 0.
LadderStandings recalled_standings(const std::string& text, std::vector<LadderStanding> present);

}  // namespace tichu::arena
