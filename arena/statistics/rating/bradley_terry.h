#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/statistics/rating/board_value.h"
#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {

/// What two entrants scored against each other; `first` is below `second`.
struct Encounter {
  std::size_t first = 0;
  std::size_t second = 0;
  double boards = 0;   ///< or their weight
  double score = 0;    ///< sum of the first's scores
  double squares = 0;  ///< sum of their squares
};

/// All encounters, by first and second. Each board counts with its weight; no weights: 1 each.
std::vector<Encounter> encounters_of(std::span<const BoardValue> boards, std::span<const double> weights = {});

/// The chance of the stronger side's winning by log odds.
double win_chance(double log_odds);

/// The strengths in log odds that make the encounters most likely, with the prior of rate_elo.
std::vector<double> most_likely_strengths(std::size_t entrants, std::span<const Encounter> encounters);

/// The information about the strengths at these strengths, the prior's included.
SymmetricMatrix strength_information(std::span<const Encounter> encounters, const std::vector<double>& strengths);

/// The covariance of the likelihood's slope at these strengths, the prior's included: by board number, and of the model
/// with each entrant's dispersion (board_deviations.h). `encounters` are those of `boards`, which are all between two
/// different entrants.
SymmetricMatrix score_slope_covariance(std::span<const BoardValue> boards, std::span<const Encounter> encounters,
                                       const std::vector<double>& strengths);

}  // namespace tichu::arena
