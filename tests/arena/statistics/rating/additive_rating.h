#pragma once

#include <cstddef>
#include <span>

#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// What the field's rating is compared with: a margin is the difference of two strengths and luck, by least squares,
/// with errors by boards. Told against the mean of all others.
StrengthTable rate_additively(std::size_t entrants, std::span<const BoardValue> boards);

}  // namespace tichu::arena
