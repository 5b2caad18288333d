#pragma once

#include "arena/hosting/match/board.h"
#include "arena/statistics/rating/board_result.h"
#include "arena/statistics/rating/play_figures.h"

namespace tichu::arena {

/// What a round that a team forfeits counts for each team: 0 for it, 200 for the other.
PerTeam<Points> forfeit_score(Team at_fault);

/// Judges a played board, of one table at least. Without a fault it is won by the larger sum of points (deals) or the
/// more games won (`game`), equal is a draw. If exactly one partnership committed faults it has lost the board, with a
/// margin of at most -200 from its side, whatever else it scored: no fault pays. If both did, the forfeited rounds
/// count as they stand.
BoardResult judge_board(const BoardOutcome& outcome, bool game);

/// The figures of partnership 0 or 1 from one table.
PlayFigures figures_of(const TableOutcome& table, int partnership);

/// Adds an action, if it is a call, to the figures of its seat; `first_out` is the seat that went out first.
void count_call(const RecordedAction& recorded, Seat first_out, PlayFigures& figures);

}  // namespace tichu::arena
