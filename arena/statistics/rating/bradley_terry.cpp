#include "arena/statistics/rating/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "arena/statistics/rating/score_covariance.h"

namespace tichu::arena {
namespace {

/// Boards of the prior, drawn, of each entrant against a fixed player of strength 0.
constexpr double DrawnBoards = 1.0;

double prior_information(double strength) {
  const double p = logistic(strength);
  return DrawnBoards * p * (1 - p);
}

/// log(1 + exp(x)) without overflow.
double log1p_exp(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

double log_likelihood(std::span<const HeadToHead> head_to_heads, const std::vector<double>& strengths) {
  double sum = 0;
  for (const HeadToHead& e : head_to_heads) {
    const double difference = strengths[e.first] - strengths[e.second];
    sum += e.score * difference - e.boards * log1p_exp(difference);
  }
  for (const double s : strengths) sum += DrawnBoards * (0.5 * s - log1p_exp(s));
  return sum;
}

/// The score: the gradient of log_likelihood.
std::vector<double> score_of(std::span<const HeadToHead> head_to_heads, const std::vector<double>& strengths) {
  std::vector<double> score(strengths.size());
  for (std::size_t i = 0; i < strengths.size(); ++i) score[i] = DrawnBoards * (0.5 - logistic(strengths[i]));
  for (const HeadToHead& e : head_to_heads) {
    const double excess = e.score - e.boards * logistic(strengths[e.first] - strengths[e.second]);
    score[e.first] += excess;
    score[e.second] -= excess;
  }
  return score;
}

/// Squared residuals of scores, and what they would be for single games.
struct SquaredResiduals {
  double seen = 0;
  double of_single_games = 0;
  void add(double more_seen, double more_of_games) {
    seen += more_seen;
    of_single_games += more_of_games;
  }
  /// Their ratio, drawn to `prior` with the weight of four even boards.
  double dispersion(double prior) const {
    constexpr double FourEvenBoards = 4 * 0.25;
    return (seen + FourEvenBoards * prior) / (of_single_games + FourEvenBoards);
  }
};

/// Each entrant's dispersion.
std::vector<double> dispersions(std::span<const HeadToHead> head_to_heads, const std::vector<double>& strengths) {
  std::vector<SquaredResiduals> each(strengths.size());
  SquaredResiduals all;
  double boards = 0;
  for (const HeadToHead& e : head_to_heads) {
    const double p = logistic(strengths[e.first] - strengths[e.second]);
    const double seen = std::max(0.0, e.squares - 2 * p * e.score + e.boards * p * p);
    const double of_single_games = e.boards * p * (1 - p);
    each[e.first].add(seen, of_single_games);
    each[e.second].add(seen, of_single_games);
    all.add(seen, of_single_games);
    boards += e.boards;
  }
  // Fitted strengths lie nearer to the scores than the true ones by one degree of freedom each.
  const double fitted = static_cast<double>(strengths.size()) - 1;
  const double freedom = boards > 0 ? boards / std::max(boards - fitted, boards / 2) : 1;
  const double pool = all.dispersion(1.0);
  std::vector<double> result;
  result.reserve(each.size());
  for (const SquaredResiduals& own : each) result.push_back(freedom * own.dispersion(pool));
  return result;
}

}  // namespace

double logistic(double log_odds) { return 1.0 / (1.0 + std::exp(-log_odds)); }

std::vector<HeadToHead> head_to_heads_of(std::span<const BoardValue> boards, std::span<const double> weights) {
  std::vector<HeadToHead> single;
  single.reserve(boards.size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    auto first = static_cast<std::size_t>(boards[i].entrants[0]);
    auto second = static_cast<std::size_t>(boards[i].entrants[1]);
    double score = boards[i].value;
    const double weight = weights.empty() ? 1.0 : weights[i];
    if (first == second || weight == 0) continue;
    if (first > second) {
      std::swap(first, second);
      score = 1.0 - score;
    }
    single.push_back({first, second, weight, weight * score, weight * score * score});
  }
  const auto players = [](const HeadToHead& e) { return std::tuple(e.first, e.second); };
  std::stable_sort(single.begin(), single.end(),
                   [&](const HeadToHead& a, const HeadToHead& b) { return players(a) < players(b); });
  std::vector<HeadToHead> joined;
  for (const HeadToHead& e : single) {
    if (joined.empty() || players(joined.back()) != players(e)) {
      joined.push_back(e);
      continue;
    }
    joined.back().boards += e.boards;
    joined.back().score += e.score;
    joined.back().squares += e.squares;
  }
  return joined;
}

SymmetricMatrix fisher_information(std::span<const HeadToHead> head_to_heads, const std::vector<double>& strengths) {
  SymmetricMatrix matrix(strengths.size());
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    matrix.add(i, i, prior_information(strengths[i]));
  }
  for (const HeadToHead& e : head_to_heads) {
    const double p = logistic(strengths[e.first] - strengths[e.second]);
    matrix.add_difference(e.first, e.second, e.boards * p * (1 - p));
  }
  return matrix;
}

SymmetricMatrix bradley_terry_score_covariance(std::span<const BoardValue> boards,
                                               std::span<const HeadToHead> head_to_heads,
                                               const std::vector<double>& strengths) {
  const std::vector<double> dispersion = dispersions(head_to_heads, strengths);
  std::vector<BoardResidual> residuals;
  residuals.reserve(boards.size());
  for (const BoardValue& board : boards) {
    const auto [first, second] = board.sides();
    const double p = logistic(strengths[first] - strengths[second]);
    const double of_game = p * (1 - p);
    const double evenness = of_game / 0.25;
    // Uneven boards that all ended as expected seem to vary less than games.
    const double of_pair = std::max((dispersion[first] + dispersion[second]) / 2, 1 - evenness);
    residuals.push_back({board.board, {first, second}, board.value - p, of_pair * of_game, evenness});
  }
  SymmetricMatrix covariance = clustered_score_covariance(strengths.size(), std::move(residuals));
  for (std::size_t i = 0; i < strengths.size(); ++i) covariance.add(i, i, prior_information(strengths[i]));
  return covariance;
}

/// Newton's method with halved steps; the likelihood with its prior is strictly concave.
std::vector<double> fit_strengths(std::size_t entrants, std::span<const HeadToHead> head_to_heads) {
  constexpr int MostSteps = 200;
  constexpr int MostHalvings = 40;
  constexpr double SmallestStep = 1e-10;
  std::vector<double> strengths(entrants, 0.0);
  double likelihood = log_likelihood(head_to_heads, strengths);
  for (int i = 0; i < MostSteps; ++i) {
    const std::vector<double> step =
        fisher_information(head_to_heads, strengths).solve(score_of(head_to_heads, strengths));
    double largest = 0;
    for (const double s : step) largest = std::max(largest, std::abs(s));
    double scale = 1;
    std::vector<double> next = strengths;
    double next_likelihood = likelihood;
    for (int halving = 0; halving < MostHalvings; ++halving, scale /= 2) {
      for (std::size_t k = 0; k < entrants; ++k) next[k] = strengths[k] + scale * step[k];
      next_likelihood = log_likelihood(head_to_heads, next);
      if (next_likelihood >= likelihood) break;
    }
    if (next_likelihood < likelihood) break;
    strengths = next;
    likelihood = next_likelihood;
    if (largest * scale < SmallestStep) break;
  }
  return strengths;
}

}  // namespace tichu::arena
