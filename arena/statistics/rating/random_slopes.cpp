#include "arena/statistics/rating/random_slopes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tichu::arena {

RandomSlopes::RandomSlopes(const FieldFit& fit)
    : fit_(fit),
      variance_(fit.effect_variance / (fit.growth * fit.growth)),
      entrants_(fit.entrants()),
      unknowns_(fit.covariance.size()),
      own_(entrants_),
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
  const double others = met->mean_variance() - variance_ / 2 * effect * effect;
  for (const auto& [entrant, sign] : {std::pair(a, 1.0), std::pair(b, -1.0)}) {
    OwnSlope& own = own_[entrant];
    own.strength_squares += expected.slope * expected.slope / others;
    own.slope_squares += effect * effect / others;
    own.products += sign * expected.slope * effect / others;
    own.strength_residuals += sign * expected.slope * met->residual() / others;
    own.slope_residuals += effect * met->residual() / others;
  }
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

double RandomSlopes::widening(const OwnSlope& own) const {
  if (own.strength_squares == 0) return 1;
  const double before = variance_ / 2;
  const double strength_share = own.products / own.strength_squares;
  const double after = 1 / (1 / before + own.slope_squares - strength_share * own.products);
  const double slope = after * (own.slope_residuals - strength_share * own.strength_residuals);
  return std::max(1.0, (slope * slope + after) / before);
}

void RandomSlopes::add_rest(SymmetricMatrix& covariance, const std::vector<double>& left) {
  const auto released = [](std::vector<double>& numbers) { return std::exchange(numbers, {}); };
  std::vector<double> slopes = product_of(left, released(score_by_slope_), entrants_, unknowns_, entrants_);
  for (std::size_t i = 0; i < slopes.size(); ++i) slopes[i] += number_by_slope_[i];
  released(number_by_slope_);
  for (std::size_t entrant = 0; entrant < entrants_; ++entrant) {
    const double wider = std::sqrt(widening(own_[entrant]));
    for (std::size_t number = 0; number < entrants_; ++number) slopes[number * entrants_ + entrant] *= wider;
  }
  covariance.add_product(slopes, transposed(slopes, entrants_, entrants_), entrants_, variance_ / 2);
  released(slopes);
  std::vector<double> right =
      product_of(score_squares_.values(), transposed(left, entrants_, unknowns_), unknowns_, unknowns_, entrants_);
  for (std::size_t i = 0; i < right.size(); ++i) right[i] += 2 * score_by_number_[i];
  covariance.add_halves(product_of(left, right, entrants_, unknowns_, entrants_), -variance_);
}

}  // namespace tichu::arena
