#include "arena/statistics/rating/normal_distribution.h"

#include <cmath>
#include <numbers>

namespace tichu::arena {

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double log_normal_cdf(double x) {
  // Below this the asymptotic series is good to nine digits, and erfc soon underflows.
  constexpr double Far = -12;
  if (x > Far) return std::log(normal_cdf(x));
  const double inverse = 1 / (x * x);
  const double series = 1 - inverse * (1 - 3 * inverse * (1 - 5 * inverse));
  return -0.5 * x * x - std::log(-x * std::sqrt(2 * std::numbers::pi)) + std::log(series);
}

}  // namespace tichu::arena
