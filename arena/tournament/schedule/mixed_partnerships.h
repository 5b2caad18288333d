#pragma once

#include <cstddef>
#include <vector>

#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// Every bot with every other as partner: (0,1), (0,2), …, (1,2), …. These are the entrants of a tournament of mixed
/// partnerships.
std::vector<Partnership> all_partnerships(std::size_t bots);

/// With at most so many pairings of partnerships all are played: up to eleven bots.
constexpr std::size_t MaxFullMixedPairings = 1'500;

/// Which partnerships (indices into `all_partnerships`) meet. If that makes at most MaxFullMixedPairings, each meets
/// each other. Otherwise it is a balanced cyclic design: about twice as many pairings as partnerships. Every
/// partnership meets two to six others, mostly four, and never one with one of its own bots; any two bots are opponents
/// 4 to 12 times.
std::vector<Pairing> mixed_pairings(std::size_t bots);

}  // namespace tichu::arena
