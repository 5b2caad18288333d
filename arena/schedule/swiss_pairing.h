#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tichu::arena {

/// Whom a Swiss round brings together, by rank.
struct SwissRound {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< the better rank first, in its order
  std::optional<std::size_t> bye;                          ///< who rests, of an odd number
};

/// Pairs ranks 0 (the best) to met.size() - 1. `met[a][b]` is how often two have met, `rested[a]` how often one had a
/// bye. The bye goes to the lowest of those who had fewest, as far as the others can be paired. Then from the top: each
/// meets whom it has met least, of these the nearest in rank, of those with whom the rest can still be paired. Nobody
/// meets anybody once more than all can be paired without (tested with Edmonds' matching algorithm, from Boost.Graph).
SwissRound pair_swiss(const std::vector<std::vector<int>>& met, const std::vector<int>& rested);

}  // namespace tichu::arena
