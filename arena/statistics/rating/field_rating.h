#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/entrant_groups.h"
#include "arena/statistics/rating/field_fit.h"
#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// Against whom numbers are told.
struct FieldPlan {
  std::optional<StrengthAnchor> anchor = std::nullopt;
  /// By entrant, whether it belongs to the field; empty: all do. The boards of the others count too.
  std::vector<bool> members{};
};

/// What a fit expects of two entrants, seen from the first.
struct PairForecast {
  double mean = 0;         ///< points per round, or a score
  double deviation = 0;    ///< of that expectation
  double of_board = 0;     ///< standard deviation of their next board about `mean`
  double superiority = 0;  ///< the probability that the first scores more head to head
};

/// What came of the boards between two groups of entrants beside what their strengths let expect.
struct PairResidual {
  std::array<std::size_t, 2> groups{};  ///< the lower number first
  std::uint64_t boards = 0;
  double margin = 0;    ///< mean of the first group's boards against the second
  double expected = 0;  ///< the same by strengths alone
  /// How many standard deviations `margin` is away from that. A pair's deviation is made of the luck of its boards, of
  /// the effects that pairs of this table usually have, and of what is not known of the strengths.
  double surprise = 0;
};

/// The numbers of all entrants against the field, with their errors, and what is expected of pairs: all from one fit
/// (RATINGS.md, "The model").
///
/// What it does not tell: strength against others than the field. Effects are taken as normal and independent.
class FieldRating {
 public:
  /// `boards` are those of `fit`.
  FieldRating(FieldFit fit, std::span<const BoardValue> boards, const FieldPlan& plan);

  /// Against the entrant's field: the members, itself left out, that boards tie to it, each counted once. In points per
  /// round or Elo. With an anchor all numbers are shifted, so that the anchor has its value.
  const StrengthTable& numbers() const { return numbers_; }
  std::size_t size() const { return numbers_.size(); }
  double value(std::size_t entrant) const { return numbers_.value(entrant); }
  double error95(std::size_t entrant) const { return numbers_.error95(entrant); }
  double difference_error95(std::size_t a, std::size_t b) const { return numbers_.difference_error95(a, b); }
  /// The probability that `a` is stronger than `b` against the field.
  double superiority(std::size_t a, std::size_t b) const { return numbers_.superiority(a, b); }
  /// Whether the entrant has a number: nobody has one without boards.
  bool is_tellable(std::size_t entrant) const { return !opponents_[entrant].empty(); }

  /// Of two different entrants, whether they met or not.
  PairForecast forecast(std::size_t a, std::size_t b) const;
  /// All pairs of groups with at least `least_boards` boards (at least 2) between them, the most surprising first.
  /// `group` says to which group an entrant belongs; nullopt: its boards are left out. Boards within a group are, too.
  /// `unfitted` pairs, whose boards the fit does not know, are judged by it; of the fit's kind.
  ///
  /// What it does not tell: why. Two bots that throw boards to each other surprise, and so do two whose styles do not
  /// suit each other; and what is thrown evenly to everybody is in the strength and surprises nobody.
  std::vector<PairResidual> residuals(const std::function<std::optional<std::size_t>(std::size_t)>& group,
                                      std::uint64_t least_boards, std::span<const HeadToHead> unfitted = {}) const;
  const FieldFit& fit() const { return fit_; }

 private:
  StrengthTable numbered(std::span<const BoardValue> boards, const FieldPlan& plan) const;
  const FittedPair* pair_of(std::size_t a, std::size_t b) const;
  /// Variance of what the strengths alone let expect of two.
  double curve_variance(std::size_t a, std::size_t b, const CurvePoint& expected) const;

  FieldFit fit_;
  std::vector<std::vector<std::size_t>> opponents_;  ///< by entrant: the indices of its pairs
  StrengthTable numbers_;
};

/// The numbers of entrants 0..`entrants`-1. `value` of a board is of that kind; boards of an entrant against itself are
/// left out. An anchor is in points per round or Elo. Boards with the same number are one cluster for every error.
/// Defined for every input; the order matters only for rounding. Time grows with the cube of the entrants, memory with
/// the boards and the square of the entrants.
FieldRating rate_field(ResultKind kind, std::size_t entrants, std::span<const BoardValue> boards,
                       const FieldPlan& plan = {});

/// The same of boards that all have numbers of their own, by pairs, as `head_to_heads_of` orders them. Its memory does
/// not grow with the boards.
FieldRating rate_field(ResultKind kind, std::size_t entrants, std::vector<HeadToHead> met, const FieldPlan& plan);

/// In points per round: of margins.
inline FieldRating rate_points(std::size_t entrants, std::span<const BoardValue> boards, const FieldPlan& plan = {}) {
  return rate_field(ResultKind::Points, entrants, boards, plan);
}

/// In Elo: of scores.
inline FieldRating rate_elo(std::size_t entrants, std::span<const BoardValue> boards, const FieldPlan& plan = {}) {
  return rate_field(ResultKind::Score, entrants, boards, plan);
}

}  // namespace tichu::arena
