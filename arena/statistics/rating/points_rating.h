#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// The prior of ratings in points: each entrant has this many boards of margin 0 against a fixed player of strength 0.
inline constexpr double PointsPriorBoards = 0.01;
/// The prior's variance of a board's margin. (Measured on duplicated deals between like bots: about 90².)
inline constexpr double PointsPriorVariance = 100.0 * 100.0;

/// Points per round of all entrants 0..`entrants`-1, jointly by least squares: the expected margin of a against b is
/// the difference of their strengths. `value` is a margin in points per round; boards of an entrant against itself are
/// left out. `anchor` is in points per round. Errors are cluster-robust by board number (RATINGS.md, "Points per
/// round"). Defined for every input; the order matters only for rounding. Time grows with the cube of the entrants.
///
/// What it does not tell: who wins (Elo does); whether an entrant is strong against one kind of opponent only. The
/// error of an entrant with fewer than about 10 board numbers assumes that its boards vary like all others'.
StrengthTable rate_points(std::size_t entrants, std::span<const BoardValue> boards,
                          std::optional<StrengthAnchor> anchor = std::nullopt);

}  // namespace tichu::arena
