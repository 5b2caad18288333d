#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "arena/statistics/rating/board_result.h"
#include "arena/statistics/rating/elo_estimate.h"
#include "arena/statistics/rating/score_counts.h"
#include "arena/statistics/sequential/sprt.h"
#include "arena/statistics/sequential/stopped_sum.h"
#include "arena/statistics/sequential/test_measure.h"

namespace tichu::arena {

/// What a sequential test is asked.
struct SequentialPlan {
  TestMeasure measure = TestMeasure::Points;
  double first = 0;   ///< "not stronger": by no more than this, in points a round or Elo
  double second = 2;  ///< "stronger": by this; above `first`
  SprtErrors errors;
  std::uint64_t max_boards = 0;  ///< at least 1; the test stays undecided there
  int tables = 2;                ///< of a board: 1, 2 or 4
};

/// No test decides before so many boards: variances and distributions say nothing earlier.
inline constexpr std::uint64_t LeastBoardsOfTest = 16;

/// After N boards, of which I tell something, the bounds are wider by a factor: 1 and the larger of BoardsOfDoubt / N
/// and InformativeOfDoubt / I. That pays for a variance that is itself an estimate: without it some 5.3 of 100 tests of
/// a few hundred boards err where 5 may (simulated). I, at least 1, is (Σ d²)² / Σ d⁴, d being a board's margin or its
/// score less a half: where most boards end alike for both sides, about how many do not.
inline constexpr double BoardsOfDoubt = 10;
inline constexpr double InformativeOfDoubt = 1;

/// Where a test stands, or how it ended.
struct SequentialState {
  SprtVerdict verdict = SprtVerdict::Undecided;
  std::uint64_t boards = 0;  ///< that count
  double ratio = 0;          ///< the log-likelihood ratio of the second hypothesis against the first
  /// The bounds that it is compared with after so many boards; nothing before LeastBoardsOfTest.
  std::optional<double> lower;
  std::optional<double> upper;
  double mean = 0;      ///< of the boards' margins or scores
  double variance = 0;  ///< of the same, over N
  /// Expected boards of the whole test if the strength is that of the first hypothesis, of the second, and where
  /// it takes longest, somewhere between; by the variance so far. 0 without boards.
  double boards_at_first = 0;
  double boards_at_second = 0;
  double boards_at_worst = 0;
};

/// A generalized sequential probability ratio test over boards in their order.
///
/// Points: log-likelihood ratio N (second - first)(2 mean - first - second) / (2 v), v being the running variance of
/// board margins, drawn to 100² with the weight of four boards, and of one more for each that fewer than 40 are
/// informative: a row of boards without a difference does not say that there never is one. Elo: log_likelihood_ratio
/// over the scores' counts.
///
/// What it does not tell: a normal approximation decides, so hypotheses so far apart that a few dozen boards suffice,
/// and margins of which a few far out on one side make up the mean, have error rates that are only roughly those asked
/// for.
class SequentialTest {
 public:
  explicit SequentialTest(const SequentialPlan& plan);

  const SequentialPlan& plan() const { return plan_; }
  /// Whether no further board counts: a bound was met, or the boards are used up.
  bool is_over() const;
  /// Takes the next board. Without effect when the test is over.
  void add(const BoardResult& result);
  SequentialState state() const;

  /// The strength in the unit of the hypotheses, right after stopping: the value for which the outcome would be as
  /// likely to be better as worse (median-unbiased), and the 95 % interval that such tests give (chance_of_better has
  /// the order of outcomes). The plain mean would be biased: a test stops when it is far out. Each strength in question
  /// has its own variance of a board, that of the most likely distribution with that mean; of margins, which have no
  /// scale of their own, the observed one and the square of the distance to the observed mean. An end is open where
  /// no score within ScoreEdge bounds it, and before LeastBoardsOfTest; a value is kept within that edge.
  ///
  /// What it does not tell: with 16 to 30 boards or heavy tails the interval is a little too wide, where next to no
  /// boards differ it is much, and where a margin far out is rarer than one in the boards of the test it is too narrow.
  IntervalEstimate estimate() const;

  /// The scores so far.
  const ScoreCounts& counts() const { return counts_; }

 private:
  void judge();
  double informative() const;
  double widening() const;
  /// The hypotheses and a board's mean and variance, on the scale of margins or scores.
  struct Scale {
    double first = 0;
    double second = 0;
    double mean = 0;
    double variance = 0;
    double middle_variance = 0;  ///< what a board's would be half way between the hypotheses

    double middle() const { return (first + second) / 2; }
  };
  Scale scale() const;
  double prior_boards() const;
  double margin_variance(double prior) const;
  /// The standard deviation of a board if that were its mean.
  double deviation_if(double mean) const;
  double to_unit(double value) const;
  StoppedSum stopped_sum(const Scale& scale) const;
  /// The least and the greatest mean that an estimate may have.
  std::pair<double, double> search_ends(const Scale& scale) const;

  SequentialPlan plan_;
  ScoreCounts counts_;
  double sum_mean_ = 0;          ///< running mean of the margins
  double sum_squares_ = 0;       ///< about it
  std::uint64_t differing_ = 0;  ///< boards that did not end alike for both
  double squares_ = 0;           ///< of margins, or of scores less a half
  double fourth_powers_ = 0;     ///< of the same
  std::uint64_t boards_ = 0;
  double ratio_ = 0;
  SprtVerdict verdict_ = SprtVerdict::Undecided;
};

}  // namespace tichu::arena
