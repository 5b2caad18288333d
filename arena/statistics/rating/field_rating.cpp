#include "arena/statistics/rating/field_rating.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/field_odds.h"
#include "arena/statistics/rating/normal_distribution.h"
#include "arena/statistics/rating/random_slopes.h"
#include "arena/statistics/rating/score_covariance.h"

namespace tichu::arena {
namespace {

/// Whom each entrant's number is told against.
class Fields {
 public:
  Fields(const FieldFit& fit, const std::vector<bool>& members) : is_member_(fit.entrants(), true) {
    std::vector<std::array<std::size_t, 2>> meetings;
    for (const FittedPair& pair : fit.pairs) meetings.push_back({pair.met.first, pair.met.second});
    groups_ = group_entrants(fit.entrants(), meetings);
    weights_.assign(fit.entrants(), 0.0);
    for (const std::vector<std::size_t>& group : groups_.members) {
      if (group.size() > 1) add(group, members);
    }
  }

  /// Of `other` in the number of `entrant`.
  double weight(std::size_t entrant, std::size_t other) const {
    return is_member_[other] && groups_.has_together(entrant, other) ? weights_[entrant] : 0;
  }
  const std::vector<RatedField>& fields() const { return fields_; }

 private:
  void add(const std::vector<std::size_t>& group, const std::vector<bool>& members) {
    RatedField field;
    for (const std::size_t entrant : group) {
      const bool belongs = members.empty() || (entrant < members.size() && members[entrant]);
      (belongs ? field.members : field.guests).push_back(entrant);
    }
    if (field.members.size() < 2) field = {group, {}};
    for (const std::size_t guest : field.guests) is_member_[guest] = false;
    const auto count = static_cast<double>(field.members.size());
    for (const std::size_t entrant : group) weights_[entrant] = 1 / (is_member_[entrant] ? count - 1 : count);
    fields_.push_back(std::move(field));
  }

  EntrantGroups groups_;
  std::vector<bool> is_member_;
  std::vector<double> weights_;
  std::vector<RatedField> fields_;
};

/// What a pair's boards are expected to bring, seen from its first: points, or a score less a half.
struct Contribution {
  double value = 0;
  double slope = 0;  ///< by the difference of their strengths
  double by_bend = 0;
  double variance = 0;  ///< beside what is not known of the strengths
  double by_mean = 0;   ///< by the mean of the pair's boards, at the same strengths
};

Contribution contribution_of(const FieldFit& fit, std::size_t a, std::size_t b, const FittedPair* met) {
  const CurvePoint expected = met == nullptr ? fit.expected(a, b) : met->expected;
  const double share = met == nullptr ? 0 : met->share();
  const double rest = 1 - share;
  const double effect = met == nullptr ? fit.effect_of_boards(a, b, expected) : met->effect_variance;
  const double value = expected.value + (met == nullptr ? 0 : share * met->residual());
  return {value - fit.even(), rest * expected.slope, rest * expected.by_bend, rest * effect, share};
}

bool are_distinct(std::span<const BoardValue> boards) {
  std::vector<BoardNumber> numbers;
  numbers.reserve(boards.size());
  for (const BoardValue& board : boards) numbers.push_back(board.board);
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end();
}

/// The numbers, how they change with the unknowns of the fit, and what is uncertain beside these.
struct Sums {
  Sums(std::size_t entrants, std::size_t unknowns)
      : values(entrants, 0.0), gradients(entrants * unknowns, 0.0), beside(entrants), unknowns_(unknowns) {}

  void add(std::size_t a, std::size_t b, const Contribution& pair, double weight_a, double weight_b) {
    values[a] += weight_a * pair.value;
    values[b] -= weight_b * pair.value;
    at(a, a) += weight_a * pair.slope;
    at(a, b) -= weight_a * pair.slope;
    at(b, b) += weight_b * pair.slope;
    at(b, a) -= weight_b * pair.slope;
    if (unknowns_ > values.size()) {
      at(a, values.size()) += weight_a * pair.by_bend;
      at(b, values.size()) -= weight_b * pair.by_bend;
    }
    beside.add(a, a, weight_a * weight_a * pair.variance);
    beside.add(b, b, weight_b * weight_b * pair.variance);
    beside.add(a, b, -weight_a * weight_b * pair.variance);
  }

  std::vector<double> values;
  std::vector<double> gradients;  ///< by rows: an entrant's number by the unknowns
  SymmetricMatrix beside;

 private:
  double& at(std::size_t row, std::size_t unknown) { return gradients[row * unknowns_ + unknown]; }

  std::size_t unknowns_;
};

/// How the luck of a pair's boards enters the numbers: through the unknowns, whose rows come first, and directly.
ScoreRows luck_rows(const FieldFit& fit, const Fields& fields, const FittedPair& pair) {
  const std::size_t unknowns = fit.covariance.size();
  const auto [first, second] = std::pair(pair.met.first, pair.met.second);
  const double pull = 1 / (pair.mean_variance() * pair.met.boards);
  const double direct = contribution_of(fit, first, second, &pair).by_mean / pair.met.boards;
  ScoreRows rows;
  rows.add(first, pull * pair.expected.slope);
  rows.add(second, -pull * pair.expected.slope);
  if (fit.has_bend()) rows.add(fit.entrants(), pull * pair.expected.by_bend);
  rows.add(unknowns + first, direct * fields.weight(first, second));
  rows.add(unknowns + second, -direct * fields.weight(second, first));
  return rows;
}

/// The covariance of luck as boards of the same number show it, less that of independent boards.
SymmetricMatrix common_luck(const FieldFit& fit, const Fields& fields, std::span<const BoardValue> boards) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers;
  std::vector<ScoreRows> rows;
  for (const FittedPair& pair : fit.pairs) {
    numbers.emplace(std::pair(pair.met.first, pair.met.second), rows.size());
    rows.push_back(luck_rows(fit, fields, pair));
  }
  std::vector<BoardResidual> residuals;
  residuals.reserve(boards.size());
  for (const BoardValue& board : boards) {
    const auto [a, b] = board.sides();
    if (a == b) continue;
    const std::size_t number = numbers.at(std::minmax(a, b));
    const FittedPair& pair = fit.pairs[number];
    const double value = a < b ? board.value : 2 * fit.even() - board.value;
    const double expected = pair.expected.value + pair.share() * pair.residual();
    // The pair's effect was found from these boards too.
    const double enlarged = std::sqrt(pair.met.boards / (pair.met.boards - pair.share()));
    const double evenness = fit.kind == ResultKind::Score ? 4 * pair.expected.slope : 1;
    residuals.push_back(
        {board.board, {pair.met.first, pair.met.second}, enlarged * (value - expected), pair.noise, evenness, number});
  }
  const auto rows_of = [&](const BoardResidual& board) -> const ScoreRows& { return rows[board.design]; };
  SymmetricMatrix luck =
      clustered_score_covariance(fit.entrants(), fit.covariance.size() + fit.entrants(), std::move(residuals), rows_of);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].add_square(luck, -fit.pairs[i].noise * fit.pairs[i].met.boards);
  }
  return luck;
}

/// Adds [left, 1] inner [left, 1]ᵀ.
void add_projected(SymmetricMatrix& sum, const std::vector<double>& left, const SymmetricMatrix& inner,
                   std::size_t unknowns) {
  const std::size_t entrants = sum.size();
  const std::size_t all = inner.size();
  const std::vector<double> product = product_of(left, inner.values(), entrants, unknowns, all);
  std::vector<double> by_unknowns(entrants * unknowns);
  std::vector<double> direct(entrants * entrants);
  for (std::size_t row = 0; row < entrants; ++row) {
    const auto begin = product.begin() + static_cast<std::ptrdiff_t>(row * all);
    const auto middle = begin + static_cast<std::ptrdiff_t>(unknowns);
    std::copy(begin, middle, by_unknowns.begin() + static_cast<std::ptrdiff_t>(row * unknowns));
    std::copy(middle, begin + static_cast<std::ptrdiff_t>(all),
              direct.begin() + static_cast<std::ptrdiff_t>(row * entrants));
    for (std::size_t column = 0; column <= row; ++column) {
      sum.add(row, column, inner(unknowns + row, unknowns + column));
    }
  }
  sum.add_halves(direct, 2);
  sum.add_product(by_unknowns, transposed(left, entrants, unknowns), unknowns, 1);
}

}  // namespace

FieldRating::FieldRating(FieldFit fit, std::span<const BoardValue> boards, const FieldPlan& plan)
    : fit_(std::move(fit)), opponents_(fit_.entrants()), numbers_({}, SymmetricMatrix(0), std::nullopt) {
  for (std::size_t i = 0; i < fit_.pairs.size(); ++i) {
    opponents_[fit_.pairs[i].met.first].push_back(i);
    opponents_[fit_.pairs[i].met.second].push_back(i);
  }
  numbers_ = numbered(boards, plan);
}

StrengthTable FieldRating::numbered(std::span<const BoardValue> boards, const FieldPlan& plan) const {
  const std::size_t entrants = fit_.entrants();
  const std::size_t unknowns = fit_.covariance.size();
  const Fields fields(fit_, plan.members);
  Sums sums(entrants, unknowns);
  RandomSlopes slopes(fit_);
  std::vector<const FittedPair*> met(entrants, nullptr);
  for (std::size_t a = 0; a < entrants; ++a) {
    for (const std::size_t pair : opponents_[a]) met[fit_.pairs[pair].met.second] = &fit_.pairs[pair];
    for (std::size_t b = a + 1; b < entrants; ++b) {
      const double weight_a = fields.weight(a, b);
      const double weight_b = fields.weight(b, a);
      if (weight_a == 0 && weight_b == 0 && met[b] == nullptr) continue;
      sums.add(a, b, contribution_of(fit_, a, b, met[b]), weight_a, weight_b);
      slopes.add(a, b, met[b], weight_a, weight_b, sums.beside);
    }
    for (const std::size_t pair : opponents_[a]) met[fit_.pairs[pair].met.second] = nullptr;
  }
  const std::vector<double> left = product_of(sums.gradients, fit_.covariance.values(), entrants, unknowns, unknowns);
  SymmetricMatrix covariance = std::move(sums.beside);
  covariance.add_product(left, transposed(sums.gradients, entrants, unknowns), unknowns, 1);
  slopes.add_rest(covariance, left);
  if (!are_distinct(boards)) {
    add_projected(covariance, left, common_luck(fit_, fields, boards), unknowns);
  }
  if (fit_.kind == ResultKind::Points) {
    return StrengthTable::as_given(std::move(sums.values), std::move(covariance), plan.anchor);
  }
  FieldOdds odds = field_odds(fields.fields(), sums.values, fit_.strengths);
  for (double& value : odds.log_odds) value *= EloPerLogOdds;
  for (double& factor : odds.by_score) factor *= EloPerLogOdds;
  const std::vector<double> half = product_of(odds.by_score, covariance.values(), entrants, entrants, entrants);
  SymmetricMatrix of_elo(entrants);
  of_elo.add_product(half, transposed(odds.by_score, entrants, entrants), entrants, 1);
  return StrengthTable::as_given(std::move(odds.log_odds), std::move(of_elo), plan.anchor);
}

const FittedPair* FieldRating::pair_of(std::size_t a, std::size_t b) const {
  const auto key = std::minmax(a, b);
  const auto found = std::lower_bound(fit_.pairs.begin(), fit_.pairs.end(), key, [](const FittedPair& pair, auto want) {
    return std::pair(pair.met.first, pair.met.second) < std::pair<std::size_t, std::size_t>(want);
  });
  const bool is_it = found != fit_.pairs.end() && found->met.first == key.first && found->met.second == key.second;
  return is_it ? &*found : nullptr;
}

double FieldRating::curve_variance(std::size_t a, std::size_t b, const CurvePoint& expected) const {
  const SymmetricMatrix& known = fit_.covariance;
  double variance = expected.slope * expected.slope * (known(a, a) + known(b, b) - 2 * known(a, b));
  if (fit_.has_bend()) {
    const std::size_t bend = fit_.entrants();
    variance += 2 * expected.slope * expected.by_bend * (known(a, bend) - known(b, bend)) +
                expected.by_bend * expected.by_bend * known(bend, bend);
  }
  return std::max(0.0, variance);
}

PairForecast FieldRating::forecast(std::size_t a, std::size_t b) const {
  const auto [first, second] = std::minmax(a, b);
  const FittedPair* met = pair_of(first, second);
  const CurvePoint expected = met == nullptr ? fit_.expected(first, second) : met->expected;
  const double share = met == nullptr ? 0 : met->share();
  const double effect = met == nullptr ? fit_.effect_of_boards(first, second, expected) : met->effect_variance;
  const double luck = met == nullptr ? fit_.noise * (fit_.has_bend() ? 1 : expected.slope) : met->noise;
  PairForecast forecast;
  forecast.mean = expected.value + (met == nullptr ? 0 : share * met->residual());
  const double variance = (1 - share) * (1 - share) * curve_variance(first, second, expected) + (1 - share) * effect;
  forecast.deviation = std::sqrt(variance);
  forecast.of_board = std::sqrt(variance + luck);
  if (a != first) forecast.mean = 2 * fit_.even() - forecast.mean;
  forecast.superiority = normal_cdf((forecast.mean - fit_.even()) / forecast.deviation);
  return forecast;
}

std::vector<PairResidual> FieldRating::residuals(const std::function<std::optional<std::size_t>(std::size_t)>& group,
                                                 std::uint64_t least_boards,
                                                 std::span<const HeadToHead> unfitted) const {
  struct Total {
    double boards = 0;
    double margin = 0;
    double expected = 0;
    double variance = 0;  ///< of the sum of residuals
  };
  std::map<std::pair<std::size_t, std::size_t>, Total> totals;
  const auto add = [&](const HeadToHead& met, const CurvePoint& expected, double variance) {
    const auto first = group(met.first);
    const auto second = group(met.second);
    if (!first || !second || *first == *second) return;
    Total& total = totals[std::minmax(*first, *second)];
    const double sign = *first < *second ? 1 : -1;
    total.boards += met.boards;
    total.margin += sign * met.sum;
    total.expected += sign * met.boards * expected.value;
    total.variance += met.boards * met.boards * variance;
  };
  // What a pair alone brought to the width of effects must not hide it.
  double weighed = GuessedPairs;
  const auto taken = [&](const FittedPair& pair) {
    return curve_variance(pair.met.first, pair.met.second, pair.expected) / pair.mean_variance();
  };
  for (const FittedPair& pair : fit_.pairs) weighed += pair.share() * (1 - taken(pair));
  for (const FittedPair& pair : fit_.pairs) {
    constexpr double Least = 0.01;
    const double free = std::max(1 - taken(pair), Least);
    const double own = pair.share() * pair.residual() * pair.residual() / pair.mean_variance();
    const double others = std::clamp((weighed - own) / (weighed - pair.share() * free), Least, 1.0);
    // The pair has drawn the strengths, too, towards its own boards.
    add(pair.met, pair.expected, free * (pair.mean_variance() - (1 - others) * pair.effect_variance));
  }
  for (const HeadToHead& met : unfitted) {
    const CurvePoint expected = fit_.expected(met.first, met.second);
    add(met, expected,
        fit_.effect_of_boards(met.first, met.second, expected) + fit_.noise / met.boards +
            curve_variance(met.first, met.second, expected));
  }
  std::vector<PairResidual> residuals;
  for (const auto& [groups, total] : totals) {
    const auto boards = static_cast<std::uint64_t>(total.boards);
    if (boards < std::max<std::uint64_t>(least_boards, 2)) continue;
    residuals.push_back({{groups.first, groups.second},
                         boards,
                         total.margin / total.boards,
                         total.expected / total.boards,
                         (total.margin - total.expected) / std::sqrt(total.variance)});
  }
  std::sort(residuals.begin(), residuals.end(), [](const PairResidual& a, const PairResidual& b) {
    return std::pair(-std::abs(a.surprise), a.groups) < std::pair(-std::abs(b.surprise), b.groups);
  });
  return residuals;
}

FieldRating rate_field(ResultKind kind, std::size_t entrants, std::vector<HeadToHead> met, const FieldPlan& plan) {
  return {fit_field(kind, entrants, std::move(met)), {}, plan};
}

FieldRating rate_field(ResultKind kind, std::size_t entrants, std::span<const BoardValue> boards,
                       const FieldPlan& plan) {
  return {fit_field(kind, entrants, head_to_heads_of(kind, boards)), boards, plan};
}

}  // namespace tichu::arena
