#pragma once

namespace tichu::arena {

/// The 0.975 quantile of the standard normal distribution: half of a 95 % interval in standard errors.
inline constexpr double Normal95 = 1.959963984540054;

/// The probability that a standard normal variable is below `x`.
double normal_cdf(double x);

/// The logarithm of normal_cdf, exact even if normal_cdf underflows to 0.
double log_normal_cdf(double x);

}  // namespace tichu::arena
