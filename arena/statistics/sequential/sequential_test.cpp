#include "arena/statistics/sequential/sequential_test.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cassert>
#include <cmath>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/likelihood_ratio.h"
#include "arena/statistics/sequential/bounded_walk.h"

namespace tichu::arena {
namespace {

/// The prior of the variance of margins, and its weight in boards. (Measured on duplicated deals between like bots:
/// 90².)
constexpr double PriorVariance = 100.0 * 100.0;
constexpr double PriorBoards = 4;
/// For each informative board fewer than these, the prior weighs one board more.
constexpr double EnoughInformative = 40;
/// In an estimate the prior weighs in proportion to the boards that came out alike, for the sake of margins that were
/// not seen, and at least this much. With the decision's weight it would dominate the interval of sixteen boards that
/// all differ.
constexpr double LeastPriorBoards = 0.5;

/// The value between `low` and `high` at which the rising function `chance` is `wanted`; nullopt if there is none.
template <typename Chance>
std::optional<double> value_with(const Chance& chance, double wanted, double low, double high) {
  const auto excess = [&](double value) { return chance(value) - wanted; };
  if (excess(low) >= 0 || excess(high) <= 0) return std::nullopt;
  constexpr int Bits = 30;
  std::uintmax_t steps = 200;
  const auto bracket =
      boost::math::tools::toms748_solve(excess, low, high, boost::math::tools::eps_tolerance<double>(Bits), steps);
  return (bracket.first + bracket.second) / 2;
}

/// How much more the t-value of boards spreads than their mean does, because their standard deviation is an estimate
/// too (delta method). It is 1 if there are two scores or the t-value is 0.
double spread_of_t(const ScoreDistribution& distribution) {
  const double mean = distribution.mean();
  const double deviation = std::sqrt(distribution.variance());
  const double t = (mean - 0.5) / deviation;
  double third = 0;
  double fourth = 0;
  for (const ScoreChance& cell : distribution.cells) {
    const double off = (cell.score - mean) / deviation;
    third += cell.chance * off * off * off;
    fourth += cell.chance * off * off * off * off;
  }
  const double slope = 1 - t * third / 2;
  return std::sqrt(1 - t * third + t * t * (fourth - 1) / 4) / std::abs(slope);
}

double normalized_elo(const ScoreDistribution& distribution) {
  const auto tables = static_cast<double>(distribution.cells.size() - 1) / 2;
  return (distribution.mean() - 0.5) / std::sqrt(tables * distribution.variance()) * NormalizedEloPerT;
}

}  // namespace

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
  differing_ += value != 0 ? 1 : 0;
  squares_ += value * value;
  fourth_powers_ += value * value * value * value;
  judge();
}

double SequentialTest::informative_boards() const {
  return fourth_powers_ > 0 ? squares_ * squares_ / fourth_powers_ : 0;
}

double SequentialTest::bound_widening() const {
  return 1 + std::max(SmallSampleWidening / static_cast<double>(boards_),
                      FewInformativeWidening / std::max(1.0, informative_boards()));
}

void SequentialTest::judge() {
  if (plan_.measure == TestMeasure::Points) {
    const Scale s = scale();
    ratio_ = static_cast<double>(boards_) * (s.second - s.first) * (2 * s.mean - s.first - s.second) / (2 * s.variance);
  } else {
    const EloModel model = plan_.measure == TestMeasure::LogisticElo ? EloModel::Logistic : EloModel::Normalized;
    ratio_ = log_likelihood_ratio(counts_, model, plan_.first, plan_.second);
  }
  if (boards_ >= MinTestBoards) verdict_ = plan_.errors.judge(ratio_ / bound_widening());
}

double SequentialTest::prior_boards() const {
  return PriorBoards + std::max(0.0, EnoughInformative - informative_boards());
}

double SequentialTest::margin_variance(double prior) const {
  return (sum_squares_ + prior * PriorVariance) / (static_cast<double>(boards_) + prior);
}

SequentialTest::Scale SequentialTest::scale() const {
  if (plan_.measure == TestMeasure::Points) {
    const double variance = margin_variance(prior_boards());
    return {plan_.first, plan_.second, sum_mean_, variance, variance};
  }
  const ScoreDistribution observed = observed_distribution(counts_);
  const auto on_scale = [&](double elo) {
    if (plan_.measure == TestMeasure::LogisticElo) return score_of_elo(elo);
    const double t = elo / NormalizedEloPerT * std::sqrt(static_cast<double>(counts_.tables()));
    return most_likely_with_t(observed, t).mean();
  };
  Scale scale{on_scale(plan_.first), on_scale(plan_.second), observed.mean(), observed.variance(), 0};
  scale.middle_variance = most_likely_with_mean(observed, scale.middle()).variance();
  return scale;
}

double SequentialTest::deviation_if(double mean) const {
  if (plan_.measure == TestMeasure::Points) {
    const double alike = 1 - static_cast<double>(differing_) / static_cast<double>(boards_);
    return std::hypot(std::sqrt(margin_variance(LeastPriorBoards + alike * prior_boards())), sum_mean_ - mean);
  }
  const ScoreDistribution likely = most_likely_with_mean(observed_distribution(counts_), mean);
  const double deviation = std::sqrt(likely.variance());
  return plan_.measure == TestMeasure::LogisticElo ? deviation : deviation * spread_of_t(likely);
}

double SequentialTest::to_unit(double value) const {
  switch (plan_.measure) {
    case TestMeasure::Points:
      break;
    case TestMeasure::LogisticElo:
      return elo_of_score(value);
    case TestMeasure::NormalizedElo:
      return normalized_elo(most_likely_with_mean(observed_distribution(counts_), value));
  }
  return value;
}

SequentialState SequentialTest::state() const {
  SequentialState state;
  state.verdict = verdict_;
  state.boards = boards_;
  if (boards_ == 0) return state;
  state.ratio = ratio_;
  if (boards_ >= MinTestBoards) {
    state.lower = plan_.errors.lower() * bound_widening();
    state.upper = plan_.errors.upper() * bound_widening();
  }
  const Scale s = scale();
  state.mean = s.mean;
  state.variance = s.variance;
  const StoppedSum sum = stopped_sum(s);
  const double deviation = std::sqrt(s.middle_variance);
  const BoundedWalk walk = overshoot_corrected_walk(sum.lower / deviation, sum.upper / deviation);
  const double drift = (s.second - s.middle()) / deviation;
  state.boards_at_first = walk.mean_time(-drift);
  state.boards_at_second = walk.mean_time(drift);
  state.boards_at_worst = walk.longest_mean_time();
  return state;
}

StoppedSum SequentialTest::stopped_sum(const Scale& scale) const {
  const double unit = (scale.second - scale.first) / scale.middle_variance;
  const auto boards = static_cast<double>(boards_);
  return {verdict_,
          boards,
          static_cast<double>(MinTestBoards),
          boards * (scale.mean - scale.middle()),
          plan_.errors.lower() * bound_widening() / unit,
          plan_.errors.upper() * bound_widening() / unit};
}

IntervalEstimate SequentialTest::estimate() const {
  IntervalEstimate estimate;
  if (boards_ == 0) return estimate;
  constexpr double Tail = 0.025;
  const Scale s = scale();
  const StoppedSum end = stopped_sum(s);
  const auto chance = [&](double mean) { return stagewise_p_value(end, mean - s.middle(), deviation_if(mean)); };
  const std::pair<double, double> ends = search_ends(s);
  const auto with_chance = [&](double wanted) { return value_with(chance, wanted, ends.first, ends.second); };
  const double at_end = s.mean < s.middle() ? ends.first : ends.second;
  // Where no board differed there was no luck by which the end could have been chosen.
  estimate.value = to_unit(differing_ == 0 ? s.mean : with_chance(0.5).value_or(at_end));
  if (boards_ < MinTestBoards) return estimate;
  const auto in_unit = [&](std::optional<double> mean) {
    return mean ? std::optional<double>(to_unit(*mean)) : std::nullopt;
  };
  estimate.low = in_unit(with_chance(Tail));
  estimate.high = in_unit(with_chance(1 - Tail));
  return estimate;
}

std::pair<double, double> SequentialTest::search_ends(const Scale& scale) const {
  if (plan_.measure != TestMeasure::Points) return {ScoreEdge, 1 - ScoreEdge};
  constexpr double Reach = 12;  // standard errors; no interval is wider
  const double reach =
      Reach * deviation_if(scale.mean) / std::sqrt(static_cast<double>(boards_)) + (scale.second - scale.first);
  return {scale.mean - reach, scale.mean + reach};
}

}  // namespace tichu::arena
