#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "arena/ids.h"
#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {

/// How far a board's value lies from what the fitted strengths expect of it.
struct BoardResidual {
  BoardNumber board;  ///< boards with the same number have the same cards
  std::array<std::size_t, 2> entrants{};
  double residual = 0;  ///< value minus expected value, seen from the first entrant
  double variance = 0;  ///< the residual's variance according to the model
  /// How much the residual tells about its own spread, 0 to 1. It tells little if one result is nearly certain.
  double evenness = 1;
};

/// The covariance of the score (the gradient of the log-likelihood in the strengths) at the fitted strengths: the
/// meat of a cluster-robust sandwich. Boards with the same number are one cluster. Entrants with few clusters get the
/// model's variance mixed in (RATINGS.md, "Errors by clusters"). The order of boards matters only for rounding.
SymmetricMatrix clustered_score_covariance(std::size_t entrants, std::vector<BoardResidual> residuals);

}  // namespace tichu::arena
