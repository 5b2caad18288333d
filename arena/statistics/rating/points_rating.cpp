#include "arena/statistics/rating/points_rating.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "arena/statistics/rating/score_covariance.h"

namespace tichu::arena {
namespace {

/// The boards' residuals at these strengths. Their variance is drawn to the prior's with the weight of one board.
std::vector<BoardResidual> residuals_of(std::span<const BoardValue> boards, const std::vector<double>& strengths) {
  std::vector<BoardResidual> residuals;
  residuals.reserve(boards.size());
  double squares = 0;
  for (const BoardValue& board : boards) {
    const auto [first, second] = board.sides();
    const double residual = board.value - (strengths[first] - strengths[second]);
    squares += residual * residual;
    residuals.push_back({board.board, {first, second}, residual, 0, 1});
  }
  const auto count = static_cast<double>(boards.size());
  const double fitted = static_cast<double>(strengths.size()) - 1;
  const double freedom = std::max(count - fitted, count / 2);
  const double variance = (squares + PointsPriorVariance) / (freedom + 1);
  for (BoardResidual& board : residuals) board.variance = variance;
  return residuals;
}

}  // namespace

StrengthTable rate_points(std::size_t entrants, std::span<const BoardValue> boards,
                          std::optional<StrengthAnchor> anchor) {
  const std::vector<BoardValue> usable = boards_between_two(boards);
  SymmetricMatrix information(entrants);
  std::vector<double> sums(entrants, 0.0);
  for (std::size_t i = 0; i < entrants; ++i) information.add(i, i, PointsPriorBoards);
  for (const BoardValue& board : usable) {
    const auto [first, second] = board.sides();
    information.add_difference(first, second, 1.0);
    sums[first] += board.value;
    sums[second] -= board.value;
  }
  const SymmetricMatrix inverse = information.inverse();
  std::vector<double> strengths(entrants, 0.0);
  for (std::size_t i = 0; i < entrants; ++i) {
    for (std::size_t k = 0; k < entrants; ++k) strengths[i] += inverse(i, k) * sums[k];
  }
  const std::vector<BoardResidual> residuals = residuals_of(usable, strengths);
  SymmetricMatrix score_covariance = clustered_score_covariance(entrants, residuals);
  const double variance = usable.empty() ? PointsPriorVariance : residuals.front().variance;
  for (std::size_t i = 0; i < entrants; ++i) score_covariance.add(i, i, PointsPriorBoards * variance);
  SymmetricMatrix covariance = inverse.sandwich(score_covariance);
  return {std::move(strengths), std::move(covariance), anchor};
}

}  // namespace tichu::arena
