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

/// Elo of all entrants 0..`entrants`-1, jointly by maximum likelihood (Bradley-Terry, with a weak prior). `value` is a
/// score from 0 to 1; boards of an entrant against itself are left out. `anchor` is in Elo. Errors are cluster-robust
/// by board number (RATINGS.md, "Errors by clusters"). Defined for every input; the order of boards matters only for
/// rounding. Time grows with the cube of the entrants, memory with the boards and the square of the entrants.
///
/// What it does not tell: after a single upset or two, how much further the interval reaches on the far side than on
/// the near one; by how much boards are won (points do); who beats whom beyond one number per player (the crosstable
/// does); anything about other opponents than these.
StrengthTable rate_elo(std::size_t entrants, std::span<const BoardValue> boards,
                       std::optional<StrengthAnchor> anchor = std::nullopt);

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
