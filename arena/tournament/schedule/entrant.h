#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/statistics/rating/strength_table.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// One line of a tournament's table: a bot with itself as partner, or a named pair. Its index in the list is its
/// EntrantId.
struct Entrant {
  std::string name;
  Partnership bots;
};

/// The entrants of a tournament: the bots in their order, then the pairs in theirs, then the bots that entered a ladder
/// after it had begun. With mixed partnerships: all pairs of bots.
std::vector<Entrant> entrants_of(const TournamentConfig& config);

/// The tournament's anchor, by its index in `entrants`; nullopt if it has none.
std::optional<StrengthAnchor> anchor_of(const TournamentConfig& config, const std::vector<Entrant>& entrants);

}  // namespace tichu::arena
