#pragma once

#include <array>
#include <cstdint>

#include "arena/match/board.h"

namespace tichu::arena {

/// How a board ended for its first partnership.
enum class BoardVerdict : std::uint8_t { Loss, Draw, Win };

/// What statistics take from a board, seen from the first partnership (`BoardSpec::teams[0]`).
struct BoardResult {
  /// Points a round that the first partnership scored more than the second, over the rounds of all tables.
  double margin = 0;
  BoardVerdict verdict = BoardVerdict::Draw;
  /// Faults of each partnership, at most one a table.
  std::array<int, 2> faults{};
  /// The mean over the tables of 1 for a table won, 0.5 for a drawn one, 0 for a lost one: 0, 0.25, … 1 with two
  /// tables. Where exactly one partnership committed faults every table is lost to it.
  double score = 0.5;
  int tables = 0;  ///< 1, 2 or 4
  /// How much the tables differ: the mean square of their margins' distance (points a round) from the tables' mean.
  double table_spread = 0;
};

/// The team at which partnership 0 or 1 sits in a seating: they change places with every seating.
constexpr Team team_of(int partnership, int seating) { return static_cast<Team>(partnership ^ (seating & 1)); }

/// Which partnership (0 or 1) sits at a seat in a seating.
constexpr int partnership_of(Seat seat, int seating) { return static_cast<int>(seat.team()) ^ (seating & 1); }

/// What a round that a team forfeits counts for each team: 0 for it, 200 for the other.
PerTeam<Points> forfeit_score(Team at_fault);

/// Judges a played board, of one table at least. Without a fault it is won by the larger sum of points (deals) or the
/// more games won
/// (`game`), equal is a draw. Where exactly one partnership committed faults it has lost the board, with a margin of
/// at most -200 from its side, whatever else it scored: no fault pays. Where both did, the forfeited rounds count as
/// they stand.
BoardResult judge_board(const BoardOutcome& outcome, bool game);

}  // namespace tichu::arena
