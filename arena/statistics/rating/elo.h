#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/board_value.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// A rating on the Elo scale: 400 points are odds of 10 to 1.
struct EloRating {
  double elo = 0;      ///< against the table's reference
  double error95 = 0;  ///< half the width of the 95 % interval, against the same
};

/// Elo of all entrants 0..`entrants`-1, jointly by maximum likelihood over boards (Bradley and Terry 1952), `value`
/// being scores from 0 to 1 of which a draw, or half a pair, is a half. A weak prior, one drawn board of each entrant
/// against a fixed player of rating 0, keeps ratings finite for entrants that won or lost all, and defined for those
/// without boards and for groups that never met. Boards of an entrant against itself are left out. `anchor`: in Elo.
///
/// Errors: the inverse information around the covariance of the slope, which is taken by clusters
/// (board_deviations.h): boards of one number have their cards in common and are one unit. Where an entrant has few
/// numbers, or few boards whose end was open, the model stands in, with the entrant's own dispersion: where a board's
/// score varies less than a single game's would (draws, pairs of rounds with the same cards), the squared deviations of
/// its boards say so (quasi-likelihood; Wedderburn 1974). Dispersions are drawn to the pool's, and the pool's to 1,
/// with the weight of four even boards; that of a board between unlike entrants is not less than its share of
/// unevenness, 1 - 4 p (1 - p). So a row of wins does not look certain, however long it is.
///
/// Defined for every input; the order of boards does not matter, but for rounding. Time grows with the cube of the
/// entrants, memory with boards and the square of the entrants.
///
/// What it does not tell: how much further an interval reaches on the far side than on the near one, after a single
/// upset or two; by how much boards are won (points do), who wins against whom beyond one number a player (the
/// crosstable does), and anything about other opponents than these.
StrengthTable rate_elo(std::size_t entrants, std::span<const BoardValue> boards,
                       std::optional<StrengthAnchor> anchor = std::nullopt);

/// The 95 % errors of rate_elo by a block bootstrap: `samples` times (at least 2) as many board numbers are drawn from
/// those there are, with replacement, each with all its boards, and rated; 1.96 times the ratings' standard deviation.
/// Nothing is assumed of how boards with the same cards hang together. The same `seed` gives the same numbers. Nothing
/// for an entrant whose rating is the same in all samples, as with a single board number or boards that are all alike:
/// these say nothing of its error. 0 for an anchor.
///
/// What it does not tell: fewer than about 30 board numbers say too little of themselves.
std::vector<std::optional<double>> bootstrap_elo_errors(std::size_t entrants, std::span<const BoardValue> boards,
                                                        std::optional<StrengthAnchor> anchor, int samples,
                                                        std::uint64_t seed);

}  // namespace tichu::arena
