#pragma once

#include <cmath>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/head_to_head.h"

namespace tichu::arena {

/// What a board's value is expected to be by the difference of two strengths, and how that changes.
struct CurvePoint {
  double value = 0;
  double slope = 0;    ///< by the difference, positive
  double by_bend = 0;  ///< by the curve's bend
};

/// Points per round: d / √(1 + bend · d²), which comes near to 1 / √bend; a straight line if bend is 0. Scores: the
/// logistic of log odds, which has no bend.
inline CurvePoint curve_at(ResultKind kind, double difference, double bend) {
  if (kind == ResultKind::Score) {
    const double p = logistic(difference);
    return {p, p * (1 - p), 0};
  }
  const double square = difference * difference;
  const double root = std::sqrt(1 + bend * square);
  const double slope = 1 / (root * root * root);
  return {difference / root, slope, -difference * square * slope / 2};
}

}  // namespace tichu::arena
