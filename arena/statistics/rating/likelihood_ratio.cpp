#include "arena/statistics/rating/likelihood_ratio.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "arena/statistics/rating/elo_scale.h"

namespace tichu::arena {
namespace {

/// The divisors 1 + x a, all positive, with Σ p a / (1 + x a) = 0. `a` must have both signs. What is solved for is the
/// distance of x from the pole on its side, of which the root comes as near as the rarest cell's chance.
std::vector<double> secular_divisors(const ScoreDistribution& observed, std::vector<double> a) {
  double mean = 0;
  for (std::size_t i = 0; i < a.size(); ++i) mean += observed.cells[i].chance * a[i];
  // Seen from the other side, so that x is not below 0, the pole being that of the lowest a.
  if (mean < 0) std::transform(a.begin(), a.end(), a.begin(), std::negate<>());
  const auto lowest = std::min_element(a.begin(), a.end());
  const auto divisor = [&](double a_i, double distance) { return 1 - a_i / *lowest - distance * a_i; };
  const auto sum_and_slope = [&](double distance) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double part = a[i] / divisor(a[i], distance);
      sum += observed.cells[i].chance * part;
      slope += observed.cells[i].chance * part * part;
    }
    return std::pair(sum, slope);
  };
  double above = 0;
  for (std::size_t i = 0; i < a.size(); ++i) above += observed.cells[i].chance * std::max(0.0, a[i]);
  // Half as near as that, so that rounding leaves the root between.
  const double nearest = observed.cells[static_cast<std::size_t>(lowest - a.begin())].chance / above / 2;
  const double farthest = -1 / *lowest;  // x = 0
  constexpr int Bits = 50;
  std::uintmax_t steps = 200;
  const double root =
      boost::math::tools::newton_raphson_iterate(sum_and_slope, farthest, nearest, farthest, Bits, steps);
  std::vector<double> divisors;
  divisors.reserve(a.size());
  for (const double a_i : a) divisors.push_back(divisor(a_i, root));
  return divisors;
}

/// Whether a distribution of positive chances can have Σ p a = 0.
bool has_both_signs(const std::vector<double>& a) {
  const auto [low, high] = std::minmax_element(a.begin(), a.end());
  return *low < 0 && *high > 0;
}

/// The most likely distribution with Σ p a = 0. `a` must have both signs.
ScoreDistribution with_zero_mean_of(const ScoreDistribution& observed, const std::vector<double>& a) {
  const std::vector<double> divisors = secular_divisors(observed, a);
  ScoreDistribution result = observed;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += result.cells[i].chance /= divisors[i];
  // 1 except for rounding, which shows if nearly all of very many boards ended alike.
  for (ScoreChance& cell : result.cells) cell.chance /= sum;
  return result;
}

double largest_change(const ScoreDistribution& before, const ScoreDistribution& after) {
  double largest = 0;
  for (std::size_t i = 0; i < before.cells.size(); ++i) {
    largest = std::max(largest, std::abs(before.cells[i].chance - after.cells[i].chance));
  }
  return largest;
}

double t_of(const ScoreDistribution& distribution) {
  return (distribution.mean() - 0.5) / std::sqrt(distribution.variance());
}

/// The condition that the t-value is `t`, made linear at a distribution: Σ p a = 0. With t > 0 the condition is convex
/// in p, so that what meets it there has a t-value of `t` or more, and the next condition can be met as well.
std::vector<double> slope_of_t(const ScoreDistribution& at, double t) {
  const double mean = at.mean();
  const double deviation = std::sqrt(at.variance());
  std::vector<double> a;
  for (const ScoreChance& cell : at.cells) {
    const double off = (mean - cell.score) / deviation;
    a.push_back(cell.score - 0.5 - t * deviation * (1 + off * off) / 2);
  }
  return a;
}

/// A distribution with the t-value `t`, which is not 0, among the most likely ones of all means: towards a mean of 0 or
/// 1 the t-value grows without bound.
ScoreDistribution tilted_to_t(const ScoreDistribution& observed, double t) {
  constexpr int Halvings = 60;
  double inner = 0.5;
  double outer = t > 0 ? 1 : 0;
  for (int i = 0; i < Halvings; ++i) {
    const double middle = (inner + outer) / 2;
    const bool is_beyond = std::abs(t_of(most_likely_with_mean(observed, middle))) >= std::abs(t);
    (is_beyond ? outer : inner) = middle;
  }
  return most_likely_with_mean(observed, outer);
}

}  // namespace

ScoreDistribution most_likely_with_mean(const ScoreDistribution& observed, double score) {
  std::vector<double> a;
  for (const ScoreChance& cell : observed.cells) a.push_back(cell.score - score);
  return with_zero_mean_of(observed, a);
}

ScoreDistribution most_likely_with_t(const ScoreDistribution& observed, double t) {
  constexpr int MostSteps = 100;
  constexpr double Settled = 1e-13;
  ScoreDistribution result = observed;
  for (ScoreChance& cell : result.cells) cell.chance = 1.0 / static_cast<double>(result.cells.size());
  if (!has_both_signs(slope_of_t(result, t))) result = tilted_to_t(observed, t);
  for (int step = 0; step < MostSteps; ++step) {
    const std::vector<double> slope = slope_of_t(result, t);
    if (!has_both_signs(slope)) break;  // by rounding alone: `result` has that t-value
    const ScoreDistribution next = with_zero_mean_of(observed, slope);
    const double change = largest_change(result, next);
    result = next;
    if (change < Settled) break;
  }
  return result;
}

double log_likelihood_ratio(const ScoreCounts& counts, EloModel model, double elo0, double elo1) {
  constexpr double MostElo = 800;
  if (counts.boards() == 0) return 0;
  const ScoreDistribution observed = observed_distribution(counts);
  const auto under = [&](double elo) {
    const double inside = std::clamp(elo, -MostElo, MostElo);
    if (model == EloModel::Logistic) return most_likely_with_mean(observed, score_of_elo(inside));
    return most_likely_with_t(observed, inside / NormalizedEloPerT * std::sqrt(static_cast<double>(counts.tables())));
  };
  const ScoreDistribution under0 = under(elo0);
  const ScoreDistribution under1 = under(elo1);
  double sum = 0;
  for (std::size_t i = 0; i < observed.cells.size(); ++i) {
    sum += observed.cells[i].chance * std::log(under1.cells[i].chance / under0.cells[i].chance);
  }
  return observed.boards * sum;
}

}  // namespace tichu::arena
