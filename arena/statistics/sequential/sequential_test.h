#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "arena/statistics/rating/board_result.h"
#include "arena/statistics/rating/elo_calculator.h"
#include "arena/statistics/rating/score_counts.h"
#include "arena/statistics/sequential/sprt.h"
#include "arena/statistics/sequential/stopped_sum.h"
#include "arena/statistics/sequential/test_measure.h"

namespace tichu::arena {

/// The set-up of a sequential test.
struct SequentialPlan {
  TestMeasure measure = TestMeasure::Points;
  double first = 0;   ///< the first hypothesis, "not stronger": by at most this, in points per round or Elo
  double second = 2;  ///< the second, "stronger": by this; above `first`
  SprtErrors errors;
  std::uint64_t max_boards = 0;  ///< at least 1; the test stays undecided there
  int tables = 2;                ///< per board: 1, 2 or 4
};

/// No test decides before so many boards: variances and distributions tell nothing earlier.
inline constexpr std::uint64_t MinTestBoards = 16;

/// After N boards, I of them informative (README.md, "The test"), the bounds are wider by the factor
/// 1 + max(SmallSampleWidening / N, FewInformativeWidening / I). It pays for a variance that is itself an estimate:
/// without it about 5.3 of 100 tests of a few hundred boards err instead of 5 (simulated).
inline constexpr double SmallSampleWidening = 10;
inline constexpr double FewInformativeWidening = 1;

/// Where a test stands, or how it ended.
struct SequentialState {
  SprtVerdict verdict = SprtVerdict::Undecided;
  std::uint64_t boards = 0;  ///< how many count
  double ratio = 0;          ///< the log-likelihood ratio of the second hypothesis against the first
  /// The bounds that `ratio` is compared with after so many boards; nullopt before MinTestBoards.
  std::optional<double> lower;
  std::optional<double> upper;
  double mean = 0;      ///< of the boards' margins or scores
  double variance = 0;  ///< of the same, over N
  /// Expected boards of the whole test if the strength is that of the first hypothesis, of the second, and at the
  /// strength between them where it takes longest; by the variance so far. 0 without boards.
  double boards_at_first = 0;
  double boards_at_second = 0;
  double boards_at_worst = 0;
};

/// A generalized sequential probability ratio test over boards in their order (README.md, "The test"). Adding a board
/// takes constant time.
///
/// What it does not tell: a normal approximation decides. Error rates are only roughly those asked for if the
/// hypotheses are so far apart that a few dozen boards suffice, or if a few margins far out on one side make up the
/// mean.
class SequentialTest {
 public:
  explicit SequentialTest(const SequentialPlan& plan);

  const SequentialPlan& plan() const { return plan_; }
  /// Whether no further board counts: a bound was met, or `max_boards` are used up.
  bool is_over() const;
  /// Takes the next board. Has no effect once the test is over.
  void add(const BoardResult& result);
  SequentialState state() const;

  /// The strength in the unit of the hypotheses, corrected for stopping: a median-unbiased value and a 95 % interval
  /// (README.md, "After stopping"). An end is open if no score within ScoreEdge bounds it, and before MinTestBoards.
  ///
  /// What it does not tell: with 16 to 30 boards or heavy tails the interval is a little too wide, and much too wide if
  /// hardly any boards differ. It is too narrow if a margin far out is rarer than one in the boards of the test.
  IntervalEstimate estimate() const;

  /// The scores so far.
  const ScoreCounts& counts() const { return counts_; }

 private:
  void judge();
  double informative_boards() const;
  double bound_widening() const;
  /// The hypotheses and a board's mean and variance, on the scale of margins or scores.
  struct Scale {
    double first = 0;
    double second = 0;
    double mean = 0;
    double variance = 0;
    double middle_variance = 0;  ///< a board's, if its mean were half way between the hypotheses

    double middle() const { return (first + second) / 2; }
  };
  Scale scale() const;
  double prior_boards() const;
  double margin_variance(double prior) const;
  /// The standard deviation of a board if `mean` were its mean.
  double deviation_if(double mean) const;
  double to_unit(double value) const;
  StoppedSum stopped_sum(const Scale& scale) const;
  /// The least and the greatest mean that an estimate may have.
  std::pair<double, double> search_ends(const Scale& scale) const;

  SequentialPlan plan_;
  ScoreCounts counts_;
  double sum_mean_ = 0;          ///< running mean of the margins
  double sum_squares_ = 0;       ///< about it
  std::uint64_t differing_ = 0;  ///< boards that did not end alike for both sides
  double squares_ = 0;           ///< of margins, or of scores minus a half
  double fourth_powers_ = 0;     ///< of the same
  std::uint64_t boards_ = 0;
  double ratio_ = 0;
  SprtVerdict verdict_ = SprtVerdict::Undecided;
};

}  // namespace tichu::arena
