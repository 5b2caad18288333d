#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/rating/rated_board.h"

namespace tichu::arena {

/// A rating on the Elo scale: 400 points are odds of 10 to 1 to win a board.
struct EloRating {
  double elo = 0;      ///< the mean of all entrants is 0
  double error95 = 0;  ///< half the width of the 95 % interval, against that mean
};

/// Ratings of all entrants 0..`entrants`-1 by maximum likelihood over boards (Bradley and Terry 1952, a draw being half
/// a win for each), with errors from the information matrix. A weak prior, one drawn board of each entrant against a
/// fixed player of rating 0, keeps ratings finite for entrants that won or lost all, and defined for those without
/// boards and for groups that never met. Defined for every input; the order of boards does not matter, but for
/// rounding.
///
/// What it does not tell: by how much boards are won (points do), who wins against whom beyond one number a player (the
/// crosstable does), and anything about other opponents than these. Draws carry less variance than the errors assume,
/// so these are a little too wide. Common boards are taken as independent between pairings.
std::vector<EloRating> elo_ratings(std::size_t entrants, std::span<const RatedBoard> boards);

}  // namespace tichu::arena
