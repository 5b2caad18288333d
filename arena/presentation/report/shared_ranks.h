#pragma once

#include <cstddef>
#include <vector>

#include "arena/statistics/rating/standings.h"

namespace tichu::arena {

/// The rank of each standing, from 1, in their order. Those of one group whose Elo and points per round are equal, but
/// for what results.json rounds away, share one: nobody is named first among equals.
std::vector<std::size_t> shared_ranks(const Standings& standings);

}  // namespace tichu::arena
