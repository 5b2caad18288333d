#include "arena/statistics/rating/elo_calculator.h"

#include <algorithm>
#include <cmath>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {
namespace {

/// The interval of Elo whose ends have these scores. An end beyond ScoreEdge, where elo_of_score stops, bounds nothing
/// on its outer side.
void bound_by_scores(IntervalEstimate& elo, double low, double high) {
  if (low > ScoreEdge) elo.low = elo_of_score(low);
  if (high < 1 - ScoreEdge) elo.high = elo_of_score(high);
}

/// For boards that all have the same score.
void set_interval_of_unseen_results(EloEstimate& estimate, double score) {
  constexpr double Tail = 0.025;
  const auto boards = static_cast<double>(estimate.boards);
  const double other = 1 - std::pow(Tail, 1 / boards);
  bound_by_scores(estimate.elo, score * (1 - other), score + other * (1 - score));
  const double doubt = std::exp2(-boards - 1);
  estimate.superiority = score > 0.5 ? 1 - doubt : score < 0.5 ? doubt : 0.5;
}

}  // namespace

EloEstimate estimate_elo(const ScoreCounts& counts) {
  EloEstimate estimate;
  estimate.boards = counts.boards();
  if (estimate.boards == 0) return estimate;
  const ScoreDistribution observed = observed_distribution(counts);
  const auto tables = static_cast<double>(counts.tables());
  const double mean = observed.mean();
  const double variance = observed.variance();
  estimate.score = counts.mean();
  estimate.elo.value = elo_of_score(mean);

  const auto same = std::find(counts.cells.begin(), counts.cells.end(), estimate.boards);
  if (same != counts.cells.end()) {
    const auto cell = static_cast<std::size_t>(same - counts.cells.begin());
    estimate.normalized.reset();
    set_interval_of_unseen_results(estimate, observed.cells[cell].score);
    return estimate;
  }
  const double error = std::sqrt(variance / observed.boards);
  bound_by_scores(estimate.elo, mean - Normal95 * error, mean + Normal95 * error);
  const double normalized = NormalizedEloPerT * (mean - 0.5) / std::sqrt(tables * variance);
  const double normalized_error = Normal95 * NormalizedEloPerT / std::sqrt(tables * observed.boards);
  estimate.normalized = IntervalEstimate{normalized, normalized - normalized_error, normalized + normalized_error};
  estimate.superiority = normal_cdf((mean - 0.5) / error);
  return estimate;
}

}  // namespace tichu::arena
