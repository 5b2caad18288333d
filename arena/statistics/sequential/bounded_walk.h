#pragma once

namespace tichu::arena {

/// By how much a sum of steps of unit variance oversteps a bound that is far away, on average (Siegmund 1985,
/// chapter 10).
inline constexpr double MeanOverstep = 0.583;

/// Brownian motion from 0 with unit variance per unit of time, ended where it first meets one of two bounds: what a
/// sequential test's log-likelihood ratio does, in units of its standard deviation a board. All probabilities are by
/// the method of images, exact to about 1e-12.
///
/// What it does not tell: a test looks after whole boards and oversteps its bounds a little, so it errs a little less
/// and takes a little longer (Siegmund 1985, chapter 3).
class BoundedWalk {
 public:
  /// `lower` < 0 < `upper`.
  BoundedWalk(double lower, double upper);

  /// The chance that the walk meets the upper bound first, no later than `time` (positive).
  double meets_upper(double drift, double time) const;
  /// The same for the lower bound.
  double meets_lower(double drift, double time) const;
  /// The chance that the walk has met no bound by `time` and stands at or above `place`.
  double stands_above(double drift, double time, double place) const;

  /// The chance that the walk meets the upper bound first, whenever (Wald 1947).
  double acceptance(double drift) const;
  /// The mean time to the first bound (Wald 1947).
  double mean_time(double drift) const;
  /// The mean time with the drift for which it is longest.
  double longest_mean_time() const;

 private:
  double lower_;
  double upper_;
};

/// The walk that stands for a sum of such steps: its bounds lie farther by MeanOverstep, since the sum is looked at
/// after whole steps only.
BoundedWalk stepwise_walk(double lower, double upper);

}  // namespace tichu::arena
