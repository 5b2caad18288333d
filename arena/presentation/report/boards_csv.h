#pragma once

#include <string>
#include <vector>

#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// The heading of `board_csv` (arena/presentation/report/RESULTS.md), with a line end.
std::string boards_csv_heading();
/// One board as a row, with a line end. The job's entrants must be among `entrants`.
std::string board_csv(const StoredBoard& board, const std::vector<Entrant>& entrants);

}  // namespace tichu::arena
