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

/// The sum in standard deviations of a board.
struct Course {
  SprtVerdict verdict;
  double boards;
  double look;
  double place;
  double lower;
  double upper;
  double drift;
};

Course course_of(const StoppedSum& end, double mean, double deviation) {
  const double place = end.sum / deviation;
  Course course{end.verdict,
                end.boards,
                end.first_look,
                place,
                end.lower / deviation - MeanOverstep,
                end.upper / deviation + MeanOverstep,
                mean / deviation};
  if (end.verdict != SprtVerdict::Rejected) course.upper = std::max(course.upper, place);
  if (end.verdict != SprtVerdict::Accepted) course.lower = std::min(course.lower, place);
  return course;
}

/// The chance of better after `time` for a walk that stands at `start`, between the bounds.
double better_from(const Course& course, double start, double time) {
  const BoundedWalk walk(course.lower - start, course.upper - start);
  if (course.verdict == SprtVerdict::Rejected) return 1 - walk.meets_lower(course.drift, time);
  const double accepted = walk.meets_upper(course.drift, time);
  if (course.verdict == SprtVerdict::Accepted) return accepted;
  return std::min(1.0, accepted + walk.stands_above(course.drift, time, course.place - start));
}

/// Standard deviations beyond which a normal variable does not come.
constexpr double Far = 6;

/// Whether the walk hardly comes to a bound before the first look, so that looking earlier changes nothing.
bool is_far_from_bounds(const Course& course) {
  const double reach = std::abs(course.drift) * course.look + Far * std::sqrt(course.look);
  return reach < std::min(-course.lower, course.upper);
}

/// The same where the sum is first looked at after `look` boards.
double better_from_first_look(const Course& course) {
  constexpr unsigned Points = 20;
  const double center = course.drift * course.look;
  const double deviation = std::sqrt(course.look);
  const double beyond = normal_cdf((center - course.upper) / deviation);
  const double low = std::max(course.lower, center - Far * deviation);
  const double high = std::min(course.upper, center + Far * deviation);
  if (low >= high) return beyond;
  const auto part = [&](double start) {
    const double off = (start - center) / deviation;
    const double density = std::exp(-off * off / 2) / (deviation * std::sqrt(2 * std::numbers::pi));
    return density * better_from(course, start, course.boards - course.look);
  };
  return std::min(1.0, beyond + boost::math::quadrature::gauss<double, Points>::integrate(part, low, high));
}

}  // namespace

double chance_of_better(const StoppedSum& end, double mean, double deviation) {
  assert(deviation > 0 && end.boards >= 1 && end.lower < 0 && 0 < end.upper);
  const Course course = course_of(end, mean, deviation);
  if (end.boards <= end.first_look) {
    return normal_cdf((course.drift * end.boards - course.place) / std::sqrt(end.boards));
  }
  return is_far_from_bounds(course) ? better_from(course, 0, course.boards) : better_from_first_look(course);
}

}  // namespace tichu::arena
