#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
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
  std::size_t design = 0;  ///< for whoever says into which rows of the score it enters
};

/// Where a board's residual enters the score, and with which factors.
class ScoreRows {
 public:
  /// At most five rows, all different.
  void add(std::size_t row, double factor) {
    rows_[count_] = row;
    factors_[count_++] = factor;
  }
  /// Adds weight times the square of these to `sum`.
  void add_square(SymmetricMatrix& sum, double weight) const {
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t k = 0; k <= i; ++k) sum.add(rows_[i], rows_[k], weight * factors_[i] * factors_[k]);
    }
  }
  std::span<const std::size_t> rows() const { return {rows_.data(), count_}; }
  std::span<const double> factors() const { return {factors_.data(), count_}; }

 private:
  std::array<std::size_t, 5> rows_{};
  std::array<double, 5> factors_{};
  std::size_t count_ = 0;
};

/// The covariance of the score (the gradient of the log-likelihood in the strengths) at the fitted strengths: the
/// meat of a cluster-robust sandwich. Boards with the same number are one cluster. Entrants with few clusters get the
/// model's variance mixed in (RATINGS.md, "The model"). The order of boards matters only for rounding.
SymmetricMatrix clustered_score_covariance(std::size_t entrants, std::vector<BoardResidual> residuals);

/// The same of a score with `rows` rows, into which each board enters as `rows_of` says.
SymmetricMatrix clustered_score_covariance(std::size_t entrants, std::size_t rows, std::vector<BoardResidual> residuals,
                                           const std::function<const ScoreRows&(const BoardResidual&)>& rows_of);

}  // namespace tichu::arena
