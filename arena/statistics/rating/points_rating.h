#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "arena/statistics/rating/board_value.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// Points a round of all entrants 0..`entrants`-1, jointly by least squares over boards, `value` being margins in
/// points a round: the expected margin of a against b is the difference of their strengths. A weak prior, a hundredth
/// of a board of margin 0 against a fixed player of strength 0, keeps entrants without boards and groups that never met
/// defined. Boards of an entrant against itself are left out. `anchor`: in points a round.
///
/// Errors: by clusters (board_deviations.h). Boards of one number have their cards in common, so they are one unit,
/// whatever hangs together in it; where an entrant has few numbers, the variance of all boards stands in. That is drawn
/// to 100² with the weight of one board, so that a single board has an error too.
///
/// Defined for every input; the order matters only for rounding. Time grows with the cube of the entrants.
///
/// What it does not tell: who wins (Elo does); whether some entrant is strong against one kind of opponent alone.
/// Errors of an entrant with fewer than about 10 board numbers are those of a bot whose boards vary like all others'.
StrengthTable rate_points(std::size_t entrants, std::span<const BoardValue> boards,
                          std::optional<StrengthAnchor> anchor = std::nullopt);

}  // namespace tichu::arena
