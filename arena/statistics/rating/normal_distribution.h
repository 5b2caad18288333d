#pragma once

namespace tichu::arena {

/// The standard normal distribution's 0.975 quantile: half of a 95 % interval in standard errors.
inline constexpr double Normal95 = 1.959963984540054;

/// The probability that a standard normal variable is below `x`.
double normal_cdf(double x);

/// The logarithm of normal_cdf, exact where that would be 0.
double log_normal_cdf(double x);

}  // namespace tichu::arena
