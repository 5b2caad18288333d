#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// Between which places an entrant is, from 1, both included.
struct PlaceInterval {
  int low = 1;
  int high = 1;
};

/// The 90 % intervals of the places of `ranked` among each other, in their order: from 2,000 draws of all strengths by
/// their errors, each on its own, against the mean of all. A pure function.
///
/// What it does not tell: errors of entrants that met each other often hang together, which independent draws leave
/// out. In simulated ladders they hold the truth as RATINGS.md, "What holds", says.
std::vector<PlaceInterval> place_intervals(const StrengthTable& table, std::span<const std::size_t> ranked);

}  // namespace tichu::arena
