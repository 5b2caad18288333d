#include "tests/arena/statistics/rating/additive_rating.h"

#include <utility>
#include <vector>

#include "arena/statistics/rating/score_covariance.h"

namespace tichu::arena {

StrengthTable rate_additively(std::size_t entrants, std::span<const BoardValue> boards) {
  constexpr double PriorBoards = 0.01;
  SymmetricMatrix information(entrants);
  std::vector<double> sums(entrants, 0.0);
  for (std::size_t i = 0; i < entrants; ++i) information.add(i, i, PriorBoards);
  for (const BoardValue& board : boards) {
    const auto [first, second] = board.sides();
    information.add_difference(first, second, 1.0);
    sums[first] += board.value;
    sums[second] -= board.value;
  }
  std::vector<double> strengths = information.solve(sums);
  std::vector<BoardResidual> residuals;
  for (const BoardValue& board : boards) {
    const auto [first, second] = board.sides();
    const double residual = board.value - (strengths[first] - strengths[second]);
    residuals.push_back({board.board, {first, second}, residual, residual * residual});
  }
  SymmetricMatrix covariance =
      information.inverse().sandwich(clustered_score_covariance(entrants, std::move(residuals)));
  const double of_others = static_cast<double>(entrants) / static_cast<double>(entrants - 1);
  for (double& strength : strengths) strength *= of_others;
  covariance.scale(of_others * of_others);
  return {std::move(strengths), std::move(covariance), std::nullopt};
}

}  // namespace tichu::arena
