#include "arena/statistics/rating/random_slopes.h"

#include <array>
#include <utility>

namespace tichu::arena {

RandomSlopes::RandomSlopes(const FieldFit& fit)
    : fit_(fit),
      variance_(fit.effect_variance / (fit.growth * fit.growth)),
      entrants_(fit.entrants()),
      unknowns_(fit.covariance.size()),
      score_by_slope_(unknowns_ * entrants_, 0.0),
      number_by_slope_(entrants_ * entrants_, 0.0),
      score_squares_(unknowns_),
      score_by_number_(unknowns_ * entrants_, 0.0) {}

void RandomSlopes::add(std::size_t a, std::size_t b, const FittedPair* met, double weight_a, double weight_b,
                       SymmetricMatrix& covariance) {
  const CurvePoint expected = met == nullptr ? fit_.expected(a, b) : met->expected;
  const double effect = fit_.distance(a, b) * (fit_.has_bend() ? 1 : expected.slope);
  const double missed = (met == nullptr ? 1 : 1 - met->share()) * effect;
  const std::array<std::size_t, 2> both{a, b};
  const std::array<double, 2> numbers{-weight_a * missed, weight_b * missed};
  for (std::size_t i = 0; i < both.size(); ++i) {
    for (const std::size_t entrant : both) number_by_slope_[both[i] * entrants_ + entrant] += numbers[i];
    for (std::size_t k = 0; k <= i; ++k) covariance.add(both[i], both[k], -variance_ * numbers[i] * numbers[k]);
  }
  if (met == nullptr) return;
  const double pull = effect / met->mean_variance();
  const std::array<std::size_t, 3> rows{a, b, entrants_};
  const std::array<double, 3> scores{pull * expected.slope, -pull * expected.slope, pull * expected.by_bend};
  for (std::size_t i = 0; i < (fit_.has_bend() ? 3U : 2U); ++i) {
    for (std::size_t k = 0; k < both.size(); ++k) {
      score_by_slope_[rows[i] * entrants_ + both[k]] += scores[i];
      score_by_number_[rows[i] * entrants_ + both[k]] += scores[i] * numbers[k];
    }
    for (std::size_t k = 0; k <= i; ++k) score_squares_.add(rows[i], rows[k], scores[i] * scores[k]);
  }
}

void RandomSlopes::add_rest(SymmetricMatrix& covariance, const std::vector<double>& left) {
  const auto released = [](std::vector<double>& numbers) { return std::exchange(numbers, {}); };
  std::vector<double> slopes = product_of(left, released(score_by_slope_), entrants_, unknowns_, entrants_);
  for (std::size_t i = 0; i < slopes.size(); ++i) slopes[i] += number_by_slope_[i];
  released(number_by_slope_);
  covariance.add_halves(product_of(slopes, transposed(slopes, entrants_, entrants_), entrants_, entrants_, entrants_),
                        variance_ / 2);
  released(slopes);
  std::vector<double> right =
      product_of(score_squares_.values(), transposed(left, entrants_, unknowns_), unknowns_, unknowns_, entrants_);
  for (std::size_t i = 0; i < right.size(); ++i) right[i] += 2 * score_by_number_[i];
  covariance.add_halves(product_of(left, right, entrants_, unknowns_, entrants_), -variance_);
}

}  // namespace tichu::arena
