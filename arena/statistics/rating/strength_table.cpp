#include "arena/statistics/rating/strength_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {

StrengthTable::StrengthTable(std::vector<double> strengths, SymmetricMatrix covariance,
                             std::optional<StrengthAnchor> anchor)
    : values_(std::move(strengths)), covariance_(std::move(covariance)), row_means_(values_.size(), 0.0) {
  if (values_.empty()) return;
  const auto count = static_cast<double>(values_.size());
  const double mean = std::accumulate(values_.begin(), values_.end(), 0.0) / count;
  for (double& value : values_) value -= mean;
  if (anchor) shift_to(*anchor);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    for (std::size_t k = 0; k < values_.size(); ++k) row_means_[i] += covariance_(i, k) / count;
  }
  mean_of_all_ = std::accumulate(row_means_.begin(), row_means_.end(), 0.0) / count;
}

StrengthTable StrengthTable::as_given(std::vector<double> strengths, SymmetricMatrix covariance,
                                      std::optional<StrengthAnchor> anchor) {
  StrengthTable table;
  table.values_ = std::move(strengths);
  table.covariance_ = std::move(covariance);
  table.row_means_.assign(table.values_.size(), 0.0);
  if (anchor) table.shift_to(*anchor);
  return table;
}

void StrengthTable::shift_to(const StrengthAnchor& anchor) {
  anchor_ = anchor.entrant;
  const double shift = anchor.value - values_[anchor.entrant];
  for (double& value : values_) value += shift;
  values_[anchor.entrant] = anchor.value;
}

double StrengthTable::error95(std::size_t entrant) const {
  return anchor_ ? difference_error95(entrant, *anchor_) : own_error95(entrant);
}

double StrengthTable::own_error95(std::size_t entrant) const {
  // The variance of a strength less the mean of all strengths.
  const double variance = covariance_(entrant, entrant) - 2 * row_means_[entrant] + mean_of_all_;
  return Normal95 * std::sqrt(std::max(0.0, variance));
}

double StrengthTable::difference_deviation(std::size_t a, std::size_t b) const {
  if (a == b) return 0;
  return std::sqrt(std::max(0.0, covariance_(a, a) + covariance_(b, b) - 2 * covariance_(a, b)));
}

double StrengthTable::difference_error95(std::size_t a, std::size_t b) const {
  return Normal95 * difference_deviation(a, b);
}

double StrengthTable::superiority(std::size_t a, std::size_t b) const {
  const double difference = values_[a] - values_[b];
  const double deviation = difference_deviation(a, b);
  if (deviation > 0) return normal_cdf(difference / deviation);
  return difference > 0 ? 1.0 : difference < 0 ? 0.0 : 0.5;
}

}  // namespace tichu::arena
