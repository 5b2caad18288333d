#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {

/// The entrant whose strength is given; all others are relative to it.
struct StrengthAnchor {
  std::size_t entrant = 0;
  double value = 0;
};

/// Strengths of all entrants on one scale, with their joint errors. Only differences were measured, so a reference
/// fixes the scale: the mean of all, or an anchor.
///
/// What it does not tell: intervals are normal ones and symmetric.
class StrengthTable {
 public:
  /// `covariance` is that of all `strengths` jointly; a common shift of both has no effect. Without an anchor the mean
  /// of all is 0.
  StrengthTable(std::vector<double> strengths, SymmetricMatrix covariance, std::optional<StrengthAnchor> anchor);

  /// Strengths that have their own reference, and `covariance` against it. An anchor shifts all.
  static StrengthTable as_given(std::vector<double> strengths, SymmetricMatrix covariance,
                                std::optional<StrengthAnchor> anchor);

  std::size_t size() const { return values_.size(); }
  double value(std::size_t entrant) const { return values_[entrant]; }
  /// Half the width of the 95 % interval of value(), against the reference; 0 for the anchor.
  double error95(std::size_t entrant) const;
  /// The same against the own reference, or the mean of all, whatever the anchor.
  double own_error95(std::size_t entrant) const;
  /// Half the width of the 95 % interval of the difference between two entrants.
  double difference_error95(std::size_t a, std::size_t b) const;
  /// The probability that `a` is stronger than `b`, by a normal approximation; 0.5 against itself.
  double superiority(std::size_t a, std::size_t b) const;

 private:
  StrengthTable() : covariance_(0) {}
  void shift_to(const StrengthAnchor& anchor);
  double difference_deviation(std::size_t a, std::size_t b) const;

  std::vector<double> values_;
  SymmetricMatrix covariance_;
  std::optional<std::size_t> anchor_;
  std::vector<double> row_means_;  ///< of the covariance
  double mean_of_all_ = 0;
};

}  // namespace tichu::arena
