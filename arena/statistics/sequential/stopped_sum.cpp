#include "arena/statistics/sequential/stopped_sum.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cassert>
#include <cmath>
#include <numbers>

#include "arena/statistics/rating/normal_distribution.h"
#include "arena/statistics/sequential/bounded_walk.h"

namespace tichu::arena {
namespace {

/// A stopped sum as a walk: in standard deviations of a board, with the bounds corrected for overshoot.
struct StoppedWalk {
  SprtVerdict verdict;
  double boards;
  double look;
  double place;
  double lower;
  double upper;
  double drift;
};

StoppedWalk walk_of(const StoppedSum& end, double mean, double deviation) {
  const double place = end.sum / deviation;
  StoppedWalk walk{end.verdict,
                   end.boards,
                   end.first_look,
                   place,
                   end.lower / deviation - MeanOvershoot,
                   end.upper / deviation + MeanOvershoot,
                   mean / deviation};
  if (end.verdict != SprtVerdict::Rejected) walk.upper = std::max(walk.upper, place);
  if (end.verdict != SprtVerdict::Accepted) walk.lower = std::min(walk.lower, place);
  return walk;
}

/// The probability of a better outcome within `time` for a walk that now stands at `start`, between the bounds.
double better_from(const StoppedWalk& walk, double start, double time) {
  const BoundedWalk bounded(walk.lower - start, walk.upper - start);
  if (walk.verdict == SprtVerdict::Rejected) return 1 - bounded.meets_lower(walk.drift, time);
  const double accepted = bounded.meets_upper(walk.drift, time);
  if (walk.verdict == SprtVerdict::Accepted) return accepted;
  return std::min(1.0, accepted + bounded.stands_above(walk.drift, time, walk.place - start));
}

/// A normal variable practically never lies more standard deviations out.
constexpr double Far = 6;

/// Whether the walk practically never meets a bound before the first look, so that looking earlier changes nothing.
bool is_far_from_bounds(const StoppedWalk& walk) {
  const double reach = std::abs(walk.drift) * walk.look + Far * std::sqrt(walk.look);
  return reach < std::min(-walk.lower, walk.upper);
}

/// The same, if the sum is first looked at after `look` boards: integrated over where it stands then.
double better_from_first_look(const StoppedWalk& walk) {
  constexpr unsigned Points = 20;
  const double center = walk.drift * walk.look;
  const double deviation = std::sqrt(walk.look);
  const double beyond = normal_cdf((center - walk.upper) / deviation);
  const double low = std::max(walk.lower, center - Far * deviation);
  const double high = std::min(walk.upper, center + Far * deviation);
  if (low >= high) return beyond;
  const auto part = [&](double start) {
    const double off = (start - center) / deviation;
    const double density = std::exp(-off * off / 2) / (deviation * std::sqrt(2 * std::numbers::pi));
    return density * better_from(walk, start, walk.boards - walk.look);
  };
  return std::min(1.0, beyond + boost::math::quadrature::gauss<double, Points>::integrate(part, low, high));
}

}  // namespace

double stagewise_p_value(const StoppedSum& end, double mean, double deviation) {
  assert(deviation > 0 && end.boards >= 1 && end.lower < 0 && 0 < end.upper);
  const StoppedWalk walk = walk_of(end, mean, deviation);
  if (end.boards <= end.first_look) {
    return normal_cdf((walk.drift * end.boards - walk.place) / std::sqrt(end.boards));
  }
  return is_far_from_bounds(walk) ? better_from(walk, 0, walk.boards) : better_from_first_look(walk);
}

}  // namespace tichu::arena
