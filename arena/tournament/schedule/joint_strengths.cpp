#include "arena/tournament/schedule/joint_strengths.h"

#include <algorithm>
#include <numeric>

namespace tichu::arena {
namespace {

/// Where the entry of `other` is, or would be.
template <typename List, typename Index>
auto place_of(List& with, Index other) {
  return std::lower_bound(with.begin(), with.end(), other,
                          [](const auto& met, Index index) { return met.other < index; });
}

}  // namespace

JointStrengths::Index JointStrengths::add(double mean, double prior_variance) {
  strengths_.push_back(mean);
  Equation equation;
  equation.prior_mean = mean;
  equation.prior_variance = prior_variance;
  equations_.push_back(std::move(equation));
  return static_cast<Index>(strengths_.size() - 1);
}

void JointStrengths::note(Index a, Index b, std::span<const double> margins) {
  const double sum = std::accumulate(margins.begin(), margins.end(), 0.0);
  const auto enter = [&](Equation& equation, Index other, double seen) {
    equation.margins += seen;
    equation.boards += static_cast<double>(margins.size());
    auto met = place_of(equation.with, other);
    if (met == equation.with.end() || met->other != other) met = equation.with.insert(met, {other, 0});
    met->boards += static_cast<std::uint32_t>(margins.size());
  };
  enter(equations_[a], b, sum);
  enter(equations_[b], a, -sum);
}

void JointStrengths::solve(Index entrant, double variance) {
  const Equation& equation = equations_[entrant];
  const double prior_boards = variance / equation.prior_variance;
  double sum = equation.margins + prior_boards * equation.prior_mean;
  for (const Met& met : equation.with) sum += met.boards * strengths_[met.other];
  strengths_[entrant] = sum / (equation.boards + prior_boards);
}

}  // namespace tichu::arena
