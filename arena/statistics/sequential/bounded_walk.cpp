#include "arena/statistics/sequential/bounded_walk.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cassert>
#include <cmath>

#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {
namespace {

/// exp(shift) times the normal distribution's mass from `low` to `high`, without overflow and without losing the
/// difference of two values near 1.
double scaled_mass(double shift, double low, double high) {
  if (low >= high) return 0;
  if (low > 0) return scaled_mass(shift, -high, -low);
  return std::exp(shift + log_normal_cdf(high)) - std::exp(shift + log_normal_cdf(low));
}

/// exp(shift) times the probability that a walk with drift `speed` towards `distance` (positive) has reached it from 0
/// by `time`: the integral of one image's density.
double image_mass(double shift, double distance, double speed, double time) {
  const double root = std::sqrt(time);
  return std::exp(shift - speed * distance + log_normal_cdf((speed * time - distance) / root)) +
         std::exp(shift + speed * distance + log_normal_cdf(-(speed * time + distance) / root));
}

/// Images beyond these are farther away than the walk gets.
int images(double time, double width) { return 2 + static_cast<int>(10 * std::sqrt(time) / (2 * width)); }

/// The probability of meeting `upper` before `lower` and by `time`.
double meets(double lower, double upper, double drift, double time) {
  const double width = upper - lower;
  const double speed = std::abs(drift);
  double sum = 0;
  for (int k = -images(time, width); k <= images(time, width); ++k) {
    const double distance = upper + 2 * k * width;
    const double mass = image_mass(drift * upper, std::abs(distance), speed, time);
    sum += distance > 0 ? mass : -mass;
  }
  return std::clamp(sum, 0.0, 1.0);
}

}  // namespace

BoundedWalk::BoundedWalk(double lower, double upper) : lower_(lower), upper_(upper) { assert(lower < 0 && 0 < upper); }

double BoundedWalk::meets_upper(double drift, double time) const { return meets(lower_, upper_, drift, time); }

double BoundedWalk::meets_lower(double drift, double time) const { return meets(-upper_, -lower_, -drift, time); }

double BoundedWalk::stands_above(double drift, double time, double place) const {
  const double width = upper_ - lower_;
  const double root = std::sqrt(time);
  const double from = std::clamp(place, lower_, upper_);
  double sum = 0;
  for (int k = -images(time, width); k <= images(time, width); ++k) {
    const auto mass = [&](double image) {
      return scaled_mass(drift * image, (from - image - drift * time) / root, (upper_ - image - drift * time) / root);
    };
    sum += mass(2 * k * width) - mass(2 * upper_ + 2 * k * width);
  }
  return std::clamp(sum, 0.0, 1.0);
}

double BoundedWalk::acceptance(double drift) const {
  // (1 - exp(-2 d l)) / (exp(-2 d u) - exp(-2 d l)), written so that no exponential overflows.
  const double small = 1e-9;
  if (std::abs(drift) * (upper_ - lower_) < small) return -lower_ / (upper_ - lower_);
  if (drift > 0) return std::expm1(2 * drift * lower_) / std::expm1(2 * drift * (lower_ - upper_));
  const double rejected = std::expm1(2 * drift * upper_) / std::expm1(2 * drift * (upper_ - lower_));
  return 1 - rejected;
}

double BoundedWalk::mean_time(double drift) const {
  const double small = 1e-6;
  if (std::abs(drift) * (upper_ - lower_) < small) return -lower_ * upper_;
  const double accepted = acceptance(drift);
  return (accepted * upper_ + (1 - accepted) * lower_) / drift;
}

double BoundedWalk::longest_mean_time() const {
  // With a steeper drift the walk goes straight to a bound, which takes less time.
  constexpr double Steepest = 20;
  constexpr int Bits = 20;
  const double width = upper_ - lower_;
  const auto shorter = [&](double drift) { return -mean_time(drift / width); };
  return -boost::math::tools::brent_find_minima(shorter, -Steepest, Steepest, Bits).second;
}

BoundedWalk overshoot_corrected_walk(double lower, double upper) {
  return {lower - MeanOvershoot, upper + MeanOvershoot};
}

}  // namespace tichu::arena
