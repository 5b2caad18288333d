#pragma once

#include <cmath>
#include <numbers>

namespace tichu::arena {

/// Elo per unit of log odds: 400 Elo are odds of 10 to 1.
inline constexpr double EloPerLogOdds = 400.0 / std::numbers::ln10;

/// Normalized Elo per t-value of 1 per table, that is, of a mean score one standard deviation of a table above a half
/// (Van den Bergh, "Normalized Elo"; fishtest's convention).
inline constexpr double NormalizedEloPerT = 800.0 / std::numbers::ln10;

/// The expected score, 0 to 1, of a side that is stronger by `log_odds`.
inline double logistic(double log_odds) { return 1.0 / (1.0 + std::exp(-log_odds)); }

/// The same by `elo`.
inline double score_of_elo(double elo) { return logistic(elo / EloPerLogOdds); }

/// elo_of_score takes no score closer to 0 or 1 than this, as in fishtest.
inline constexpr double ScoreEdge = 0.001;

/// The Elo that gives an expected score. The score is kept within ScoreEdge (±1200 Elo), so the result is finite.
inline double elo_of_score(double score) {
  const double inside = score < ScoreEdge ? ScoreEdge : score > 1 - ScoreEdge ? 1 - ScoreEdge : score;
  return EloPerLogOdds * std::log(inside / (1 - inside));
}

}  // namespace tichu::arena
