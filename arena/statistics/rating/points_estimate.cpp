#include "arena/statistics/rating/points_estimate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {

std::optional<double> PointsEstimate::error95() const {
  if (!standard_error) return std::nullopt;
  return Normal95 * *standard_error;
}

PointsEstimate estimate_points(std::span<const BoardMargin> margins) {
  PointsEstimate estimate;
  estimate.boards = margins.size();
  if (margins.empty()) return estimate;
  const auto count = static_cast<double>(margins.size());
  double sum = 0;
  double largest = 0;
  for (const BoardMargin& m : margins) {
    sum += m.margin;
    largest = std::max(largest, std::abs(m.margin));
  }
  estimate.mean = sum / count;

  std::vector<BoardMargin> sorted(margins.begin(), margins.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const BoardMargin& a, const BoardMargin& b) { return a.board < b.board; });
  double squares = 0;
  double units = 0;
  for (std::size_t begin = 0; begin < sorted.size();) {
    double excess = 0;
    std::size_t end = begin;
    for (; end < sorted.size() && sorted[end].board == sorted[begin].board; ++end) {
      excess += sorted[end].margin - estimate.mean;
    }
    squares += excess * excess;
    units += 1;
    begin = end;
  }
  // Rounding alone makes a mean and its margins differ.
  constexpr double Rounding = 1e-9;
  const bool varies = squares > count * (Rounding * largest) * (Rounding * largest);
  if (units >= 2 && varies) estimate.standard_error = std::sqrt(squares * units / (units - 1)) / count;
  return estimate;
}

}  // namespace tichu::arena
