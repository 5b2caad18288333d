#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// Two bots out of a list, by their places in it; the first is the lower.
using BotPair = std::array<std::size_t, 2>;

/// Every bot with every other as partner: (0,1), (0,2), …, (1,2), …. The entrants of a tournament of mixed
/// partnerships.
std::vector<BotPair> all_partnerships(std::size_t bots);

/// The most pairings of partnerships that are all played: those of eleven bots.
constexpr std::size_t MaxFullMixedPairings = 1'500;

/// Which partnerships (their places in `all_partnerships`) meet. Where these are at most MaxFullMixedPairings: every
/// one every other. Else a cyclic design, four bots at distances that are the same all round the circle of bots: about
/// twice as many pairings as partnerships, in which every partnership meets two to six others (most of them four), none
/// with one of its own bots, and any two bots are opponents 4 to 12 times.
std::vector<Pairing> mixed_pairings(std::size_t bots);

}  // namespace tichu::arena
