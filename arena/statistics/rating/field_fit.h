#pragma once

#include <cstddef>
#include <vector>

#include "arena/statistics/rating/head_to_head.h"
#include "arena/statistics/rating/result_curve.h"
#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {

/// What the fit knows of a pair that met. Values are those of boards, seen from the first.
struct FittedPair {
  HeadToHead met;
  /// By the strengths alone: the curve, or its tangent where the pair's own effect has brought it.
  CurvePoint expected;
  double effect = 0;           ///< the likeliest, on the scale of strengths; of scores alone
  double noise = 0;            ///< variance of a board's value about the pair's expectation
  double effect_variance = 0;  ///< of the pair's own effect, in values of boards
  double mean_variance() const { return effect_variance + noise / met.boards; }
  double residual() const { return met.mean() - expected.value; }
  /// The share of the residual that is taken for the pair's own effect, 0 to 1; the rest is luck.
  double share() const { return effect_variance / mean_variance(); }
};

/// The width of effects is guessed with the weight of so many pairs.
inline constexpr double GuessedPairs = 10;

/// The model of RATINGS.md, "The model", fitted to a table's boards: an expected value is a curve of the difference of
/// two strengths and an effect of the pair's own.
struct FieldFit {
  ResultKind kind = ResultKind::Points;
  std::vector<double> strengths;  ///< by entrant: points per round between equals, or log odds; up to a common shift
  double bend = 0;                ///< of the curve
  double effect_variance = 0;     ///< of the effects of equals, on the scale of strengths
  double growth = 1;              ///< the difference of strengths at which that variance has doubled
  double noise = 0;               ///< variance of a board; of scores over p (1 - p)
  std::vector<FittedPair> pairs;  ///< ordered by first, then second
  SymmetricMatrix covariance;     ///< of the strengths and, with points, of the bend, which is last

  std::size_t entrants() const { return strengths.size(); }
  bool has_bend() const { return kind == ResultKind::Points; }
  CurvePoint expected(std::size_t a, std::size_t b) const;
  /// What boards between equals bring.
  double even() const { return kind == ResultKind::Score ? 0.5 : 0; }
  /// Of two on the scale of effects.
  double distance(std::size_t a, std::size_t b) const {
    return has_bend() ? expected(a, b).value : strengths[a] - strengths[b];
  }
  /// Variance of the effect of two, which need not have met: of points, or on the scale of log odds.
  double effect_variance_of(std::size_t a, std::size_t b) const;
  /// The same in values of boards, of which so much is expected.
  double effect_of_boards(std::size_t a, std::size_t b, const CurvePoint& expected) const {
    return effect_variance_of(a, b) * (has_bend() ? 1 : expected.slope * expected.slope);
  }
};

/// Fits entrants 0..`entrants`-1. Each step costs the cube of `entrants`. A fixed order of sums, so that every run has
/// the same bits.
FieldFit fit_field(ResultKind kind, std::size_t entrants, std::vector<HeadToHead> met);

}  // namespace tichu::arena
