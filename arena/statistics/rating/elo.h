#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// A rating on the Elo scale: 400 points are odds of 10 to 1.
struct EloRating {
  double elo = 0;      ///< against the table's reference
  double error95 = 0;  ///< half the width of the 95 % interval, against the same reference
};

/// The 95 % errors of rate_elo, in Elo, by a block bootstrap over board numbers: 1.96 standard deviations over
/// `samples` (at least 2) resampled tables. It assumes nothing about how boards with the same cards depend on each
/// other. The same `seed` gives the same numbers. nullopt if an entrant's rating is the same in all samples, as with a
/// single board number: then the samples say nothing about its error. 0 for an anchor. Costs `samples` fits.
///
/// What it does not tell: fewer than about 30 board numbers say too little about themselves.
std::vector<std::optional<double>> bootstrap_elo_errors(std::size_t entrants, std::span<const BoardValue> boards,
                                                        std::optional<StrengthAnchor> anchor, int samples,
                                                        std::uint64_t seed);

}  // namespace tichu::arena
