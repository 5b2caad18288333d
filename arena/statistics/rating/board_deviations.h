#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {

/// How far a board came out from what the fitted strengths expect of it.
struct BoardDeviation {
  std::uint64_t board = 0;  ///< boards of the same number have the same cards
  std::array<std::size_t, 2> entrants{};
  double residual = 0;  ///< value less expected value, from the first entrant's side
  double variance = 0;  ///< of that, as the model has it
  /// How much the residual tells of its own spread, 0 to 1: little where one result is nearly certain.
  double evenness = 1;
};

/// The covariance of the slope that boards give a likelihood at the fitted strengths: of the sums of residuals, a
/// residual counting for its first entrant and against its second.
///
/// By clusters (Liang and Zeger 1986): boards of one number are one unit, whatever hangs together in it. An entrant has
/// so many units as numbers, but no more than the sum of its boards' evenness: a row of wins over somebody far weaker
/// has tiny residuals, which say nothing of how rare an upset is. With few units an entrant has too few to tell its
/// errors, and its strength fits their luck: of a board between entrants of which the one with fewer has G units, the
/// share 4/G (at most all) is taken as the model has it, and the rest of its residual enlarged by √(G/(G - 1)) for the
/// fit. The order of boards matters only for rounding.
SymmetricMatrix slope_covariance(std::size_t entrants, std::vector<BoardDeviation> deviations);

}  // namespace tichu::arena
