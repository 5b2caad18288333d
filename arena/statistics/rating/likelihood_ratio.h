#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "arena/statistics/rating/score_counts.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// The unit in which two hypotheses about a strength are stated.
enum class EloModel : std::uint8_t {
  Logistic,    ///< Elo: fixes the mean score
  Normalized,  ///< normalized Elo: fixes the mean score in standard deviations of a table
};

constexpr std::array<std::string_view, 2> words_of(EloModel) { return {"logistic", "normalized"}; }

/// The maximum-likelihood distribution with that mean, given the observed one (Van den Bergh, "The generalized maximum
/// likelihood ratio for the expectation value of a distribution", proposition 1.1). `score` must lie inside 0 and 1.
ScoreDistribution most_likely_with_mean(const ScoreDistribution& observed, double score);

/// The same for a board's t-value, (mean - 0.5) / standard deviation ("Comments on normalized Elo", section 4.1). Every
/// t-value is possible if no score has probability 0, as observed_distribution guarantees; `observed` must be so.
ScoreDistribution most_likely_with_t(const ScoreDistribution& observed, double t);

/// The generalized log-likelihood ratio of `elo1` against `elo0`, as fishtest computes it (RATINGS.md, "Calculators").
/// A positive ratio speaks for elo1. It is 0 without boards. Hypotheses beyond ±800 are taken as ±800, so that every
/// result is finite.
///
/// What it does not tell: how strong the side is (estimate_elo does). With very few boards the likelihoods follow the
/// convention for empty cells more than the data.
double log_likelihood_ratio(const ScoreCounts& counts, EloModel model, double elo0, double elo1);

}  // namespace tichu::arena
