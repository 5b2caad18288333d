#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {

// The Bradley-Terry model with its prior (RATINGS.md, "Elo"): what rate_elo and the online rating are made of.

/// What two entrants scored against each other; `first` is below `second`.
struct HeadToHead {
  std::size_t first = 0;
  std::size_t second = 0;
  double boards = 0;   ///< their number, or the sum of their weights
  double score = 0;    ///< sum of the first's scores
  double squares = 0;  ///< sum of their squares
};

/// One head-to-head per pair that met, ordered by `first`, then `second`. Each board counts with its weight; without
/// weights each counts 1. Boards of an entrant against itself are left out.
std::vector<HeadToHead> head_to_heads_of(std::span<const BoardValue> boards, std::span<const double> weights = {});

/// The logistic function: the expected score of a side that is stronger by `log_odds`.
double logistic(double log_odds);

/// The maximum-likelihood strengths in log odds, prior included, by Newton's method. One step costs the cube of
/// `entrants`.
std::vector<double> fit_strengths(std::size_t entrants, std::span<const HeadToHead> head_to_heads);

/// The Fisher information of the strengths at these strengths, prior included.
SymmetricMatrix fisher_information(std::span<const HeadToHead> head_to_heads, const std::vector<double>& strengths);

/// The covariance of the score at these strengths, prior included. `head_to_heads` are those of `boards`, each of which
/// has two different entrants.
SymmetricMatrix bradley_terry_score_covariance(std::span<const BoardValue> boards,
                                               std::span<const HeadToHead> head_to_heads,
                                               const std::vector<double>& strengths);

}  // namespace tichu::arena
