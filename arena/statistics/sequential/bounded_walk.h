#pragma once

namespace tichu::arena {

/// The mean overshoot of a sum of steps with unit variance over a far bound (Siegmund 1985, chapter 10).
inline constexpr double MeanOvershoot = 0.583;

/// Brownian motion from 0 with unit variance per unit of time, stopped when it first meets one of two bounds. It stands
/// for the log-likelihood ratio of a sequential test, time being boards. Probabilities are exact to about 1e-12, by the
/// method of images.
///
/// What it does not tell: a test looks after whole boards and overshoots its bounds a little, so it errs a little less
/// and takes a little longer (Siegmund 1985, chapter 3).
class BoundedWalk {
 public:
  /// `lower` < 0 < `upper`.
  BoundedWalk(double lower, double upper);

  /// The probability of meeting the upper bound first, no later than `time` (positive).
  double meets_upper(double drift, double time) const;
  /// The same for the lower bound.
  double meets_lower(double drift, double time) const;
  /// The probability that the walk has met no bound by `time` and stands at or above `place`.
  double stands_above(double drift, double time, double place) const;

  /// The probability of meeting the upper bound first, at any time (Wald 1947).
  double acceptance(double drift) const;
  /// The mean time to the first bound (Wald 1947).
  double mean_time(double drift) const;
  /// The mean time at the drift for which it is longest.
  double longest_mean_time() const;

 private:
  double lower_;
  double upper_;
};

/// The walk that stands for a sum of steps with unit variance: its bounds lie farther out by MeanOvershoot, because the
/// sum is looked at only after whole steps.
BoundedWalk overshoot_corrected_walk(double lower, double upper);

}  // namespace tichu::arena
