#include "arena/rating/elo.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>

#include "arena/rating/elo_scale.h"
#include "arena/rating/normal_distribution.h"
#include "arena/rating/symmetric_matrix.h"

namespace tichu::arena {
namespace {

/// Boards of the prior, drawn, of each entrant against a fixed player of rating 0.
constexpr double PriorBoards = 1.0;

/// What two entrants scored against each other.
struct Encounter {
  std::size_t first = 0;
  std::size_t second = 0;
  double boards = 0;
  double score = 0;  ///< wins of the first, draws counting half
};

double score_of(BoardVerdict verdict) {
  return verdict == BoardVerdict::Win ? 1.0 : verdict == BoardVerdict::Draw ? 0.5 : 0.0;
}

std::vector<Encounter> encounters_of(std::span<const RatedBoard> boards) {
  std::map<std::pair<std::size_t, std::size_t>, Encounter> found;
  for (const RatedBoard& board : boards) {
    auto first = static_cast<std::size_t>(board.entrants[0]);
    auto second = static_cast<std::size_t>(board.entrants[1]);
    double score = score_of(board.result.verdict);
    if (first == second) continue;
    if (first > second) {
      std::swap(first, second);
      score = 1.0 - score;
    }
    Encounter& encounter = found.try_emplace({first, second}, Encounter{first, second, 0, 0}).first->second;
    encounter.boards += 1;
    encounter.score += score;
  }
  std::vector<Encounter> encounters;
  encounters.reserve(found.size());
  for (const auto& entry : found) encounters.push_back(entry.second);
  return encounters;
}

double win_chance(double log_odds) { return 1.0 / (1.0 + std::exp(-log_odds)); }

/// log(1 + exp(x)) without overflow.
double log1p_exp(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

double log_likelihood(const std::vector<Encounter>& encounters, const std::vector<double>& strength) {
  double sum = 0;
  for (const Encounter& e : encounters) {
    const double difference = strength[e.first] - strength[e.second];
    sum += e.score * difference - e.boards * log1p_exp(difference);
  }
  for (const double s : strength) sum += PriorBoards * (0.5 * s - log1p_exp(s));
  return sum;
}

std::vector<double> gradient(const std::vector<Encounter>& encounters, const std::vector<double>& strength) {
  std::vector<double> slope(strength.size());
  for (std::size_t i = 0; i < strength.size(); ++i) slope[i] = PriorBoards * (0.5 - win_chance(strength[i]));
  for (const Encounter& e : encounters) {
    const double excess = e.score - e.boards * win_chance(strength[e.first] - strength[e.second]);
    slope[e.first] += excess;
    slope[e.second] -= excess;
  }
  return slope;
}

SymmetricMatrix information(const std::vector<Encounter>& encounters, const std::vector<double>& strength) {
  SymmetricMatrix matrix(strength.size());
  for (std::size_t i = 0; i < strength.size(); ++i) {
    const double p = win_chance(strength[i]);
    matrix.add(i, i, PriorBoards * p * (1 - p));
  }
  for (const Encounter& e : encounters) {
    const double p = win_chance(strength[e.first] - strength[e.second]);
    const double weight = e.boards * p * (1 - p);
    matrix.add(e.first, e.first, weight);
    matrix.add(e.second, e.second, weight);
    matrix.add(e.first, e.second, -weight);
  }
  return matrix;
}

/// Newton's method with halved steps; the likelihood with its prior is strictly concave.
std::vector<double> most_likely_strengths(std::size_t entrants, const std::vector<Encounter>& encounters) {
  constexpr int MostSteps = 200;
  constexpr int MostHalvings = 40;
  constexpr double SmallestStep = 1e-10;
  std::vector<double> strength(entrants, 0.0);
  double likelihood = log_likelihood(encounters, strength);
  for (int i = 0; i < MostSteps; ++i) {
    const std::vector<double> step = information(encounters, strength).solve(gradient(encounters, strength));
    double largest = 0;
    for (const double s : step) largest = std::max(largest, std::abs(s));
    double scale = 1;
    std::vector<double> next = strength;
    double next_likelihood = likelihood;
    for (int halving = 0; halving < MostHalvings; ++halving, scale /= 2) {
      for (std::size_t k = 0; k < entrants; ++k) next[k] = strength[k] + scale * step[k];
      next_likelihood = log_likelihood(encounters, next);
      if (next_likelihood >= likelihood) break;
    }
    if (next_likelihood < likelihood) break;
    strength = next;
    likelihood = next_likelihood;
    if (largest * scale < SmallestStep) break;
  }
  return strength;
}

}  // namespace

std::vector<EloRating> elo_ratings(std::size_t entrants, std::span<const RatedBoard> boards) {
  if (entrants == 0) return {};
  const std::vector<Encounter> encounters = encounters_of(boards);
  const std::vector<double> strength = most_likely_strengths(entrants, encounters);
  const SymmetricMatrix covariance = information(encounters, strength).inverse();

  const auto count = static_cast<double>(entrants);
  const double mean = std::accumulate(strength.begin(), strength.end(), 0.0) / count;
  std::vector<double> row_means(entrants, 0.0);
  for (std::size_t i = 0; i < entrants; ++i) {
    for (std::size_t k = 0; k < entrants; ++k) row_means[i] += covariance(i, k) / count;
  }
  const double mean_of_all = std::accumulate(row_means.begin(), row_means.end(), 0.0) / count;

  std::vector<EloRating> ratings(entrants);
  for (std::size_t i = 0; i < entrants; ++i) {
    // The variance of a strength minus the mean of all strengths.
    const double variance = covariance(i, i) - 2 * row_means[i] + mean_of_all;
    ratings[i].elo = EloPerLogOdds * (strength[i] - mean);
    ratings[i].error95 = EloPerLogOdds * Normal95 * std::sqrt(std::max(0.0, variance));
  }
  return ratings;
}

}  // namespace tichu::arena
