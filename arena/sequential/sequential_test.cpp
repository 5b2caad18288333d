#include "arena/sequential/sequential_test.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cassert>
#include <cmath>

#include "arena/rating/elo_scale.h"
#include "arena/rating/likelihood_ratio.h"
#include "arena/sequential/bounded_walk.h"

namespace tichu::arena {
namespace {

/// What the variance of margins is drawn to, and with how many boards' weight. (Duplicated deals between like bots:
/// 90².)
constexpr double PriorVariance = 100.0 * 100.0;
constexpr double PriorBoards = 4;
/// With fewer informative boards than these the prior has as many boards more.
constexpr double EnoughInformative = 40;

/// A test's log-likelihood ratio as a walk with unit variance a board. Its bounds are those of the test after so many
/// boards, `widening` times as far, and farther by the mean overstep of a walk in steps (Siegmund 1985, chapter 10).
class RatioWalk {
 public:
  RatioWalk(double first, double second, double variance, const SprtErrors& errors, double widening)
      : middle_((first + second) / 2),
        deviation_(std::sqrt(variance)),
        unit_((second - first) / deviation_),
        walk_(errors.lower() / unit_ * widening - Overstep, errors.upper() / unit_ * widening + Overstep) {}

  double drift(double value) const { return (value - middle_) / deviation_; }
  double place(double ratio) const { return ratio / unit_; }
  const BoundedWalk& walk() const { return walk_; }

  /// The chance of an outcome as good as this or better where `value` is the truth.
  double chance_of_better(double value, SprtVerdict verdict, double boards, double ratio) const {
    const double speed = drift(value);
    switch (verdict) {
      case SprtVerdict::Accepted:
        return walk_.meets_upper(speed, boards);
      case SprtVerdict::Rejected:
        return 1 - walk_.meets_lower(speed, boards);
      case SprtVerdict::Undecided:
        break;
    }
    return std::min(1.0, walk_.meets_upper(speed, boards) + walk_.stands_above(speed, boards, place(ratio)));
  }

 private:
  static constexpr double Overstep = 0.583;

  double middle_;
  double deviation_;
  double unit_;
  BoundedWalk walk_;
};

/// The value between `low` and `high` at which the rising function `chance` is `wanted`; the end where it is not there.
template <typename Chance>
double value_with(const Chance& chance, double wanted, double low, double high) {
  const auto excess = [&](double value) { return chance(value) - wanted; };
  if (excess(low) >= 0) return low;
  if (excess(high) <= 0) return high;
  constexpr int Bits = 30;
  std::uintmax_t steps = 200;
  const auto bracket =
      boost::math::tools::toms748_solve(excess, low, high, boost::math::tools::eps_tolerance<double>(Bits), steps);
  return (bracket.first + bracket.second) / 2;
}

}  // namespace

std::string_view to_text(TestMeasure measure) {
  switch (measure) {
    case TestMeasure::Points:
      return "points";
    case TestMeasure::LogisticElo:
      return "logistic";
    case TestMeasure::NormalizedElo:
      return "normalized";
  }
  return "";
}

SequentialTest::SequentialTest(const SequentialPlan& plan)
    : plan_(plan), counts_(ScoreCounts::of_tables(static_cast<std::size_t>(plan.tables))) {
  assert(plan.first < plan.second && plan.max_boards > 0 && plan.tables > 0);
}

bool SequentialTest::is_over() const { return verdict_ != SprtVerdict::Undecided || boards_ >= plan_.max_boards; }

void SequentialTest::add(const BoardResult& result) {
  if (is_over()) return;
  boards_ += 1;
  counts_.add(result.score);
  const double distance = result.margin - sum_mean_;
  sum_mean_ += distance / static_cast<double>(boards_);
  sum_squares_ += distance * (result.margin - sum_mean_);
  const double value = plan_.measure == TestMeasure::Points ? result.margin : result.score - 0.5;
  squares_ += value * value;
  fourth_powers_ += value * value * value * value;
  judge();
}

double SequentialTest::informative() const { return fourth_powers_ > 0 ? squares_ * squares_ / fourth_powers_ : 0; }

double SequentialTest::widening() const {
  return 1 + std::max(BoardsOfDoubt / static_cast<double>(boards_), InformativeOfDoubt / std::max(1.0, informative()));
}

void SequentialTest::judge() {
  if (plan_.measure == TestMeasure::Points) {
    const Scale s = scale();
    ratio_ = static_cast<double>(boards_) * (s.second - s.first) * (2 * s.mean - s.first - s.second) / (2 * s.variance);
  } else {
    const EloModel model = plan_.measure == TestMeasure::LogisticElo ? EloModel::Logistic : EloModel::Normalized;
    ratio_ = log_likelihood_ratio(counts_, model, plan_.first, plan_.second);
  }
  if (boards_ >= LeastBoardsOfTest) verdict_ = plan_.errors.judge(ratio_ / widening());
}

SequentialTest::Scale SequentialTest::scale() const {
  const auto boards = static_cast<double>(boards_);
  if (plan_.measure == TestMeasure::Points) {
    const double prior = PriorBoards + std::max(0.0, EnoughInformative - informative());
    const double variance = (sum_squares_ + prior * PriorVariance) / (boards + prior);
    return {plan_.first, plan_.second, sum_mean_, variance, 0};
  }
  const ScoreDistribution observed = observed_distribution(counts_);
  Scale result{0, 0, observed.mean(), observed.variance(), 0};
  result.table_deviation = std::sqrt(static_cast<double>(counts_.tables()) * result.variance);
  const auto on_scale = [&](double elo) {
    return plan_.measure == TestMeasure::LogisticElo ? score_of_elo(elo)
                                                     : 0.5 + elo / NormalizedEloPerT * result.table_deviation;
  };
  result.first = on_scale(plan_.first);
  result.second = on_scale(plan_.second);
  return result;
}

double SequentialTest::to_unit(double value, const Scale& scale) const {
  switch (plan_.measure) {
    case TestMeasure::Points:
      break;
    case TestMeasure::LogisticElo:
      return elo_of_score(value);
    case TestMeasure::NormalizedElo:
      return (value - 0.5) / scale.table_deviation * NormalizedEloPerT;
  }
  return value;
}

SequentialState SequentialTest::state() const {
  SequentialState state;
  state.verdict = verdict_;
  state.boards = boards_;
  if (boards_ == 0) return state;
  const Scale s = scale();
  const RatioWalk walk(s.first, s.second, s.variance, plan_.errors, widening());
  state.ratio = ratio_;
  if (boards_ >= LeastBoardsOfTest) {
    state.lower = plan_.errors.lower() * widening();
    state.upper = plan_.errors.upper() * widening();
  }
  state.mean = s.mean;
  state.variance = s.variance;
  state.boards_at_first = walk.walk().mean_time(walk.drift(s.first));
  state.boards_at_second = walk.walk().mean_time(walk.drift(s.second));
  state.boards_at_worst = walk.walk().longest_mean_time();
  return state;
}

IntervalEstimate SequentialTest::estimate() const {
  IntervalEstimate estimate;
  if (boards_ == 0) return estimate;
  constexpr double Tail = 0.025;
  constexpr double Reach = 12;  // standard errors; no interval is wider
  const Scale s = scale();
  const auto boards = static_cast<double>(boards_);
  const RatioWalk walk(s.first, s.second, s.variance, plan_.errors, widening());
  const double reach = Reach * std::sqrt(s.variance / boards) + (s.second - s.first);
  const auto with_chance = [&](double wanted) {
    const auto chance = [&](double value) { return walk.chance_of_better(value, verdict_, boards, ratio_); };
    return to_unit(value_with(chance, wanted, s.mean - reach, s.mean + reach), s);
  };
  estimate.value = with_chance(0.5);
  if (boards_ < LeastBoardsOfTest) return estimate;
  estimate.low = with_chance(Tail);
  estimate.high = with_chance(1 - Tail);
  return estimate;
}

}  // namespace tichu::arena
