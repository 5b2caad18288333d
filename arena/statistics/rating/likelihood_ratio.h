#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "arena/statistics/rating/score_counts.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// What two hypotheses about a strength are stated in.
enum class EloModel : std::uint8_t {
  Logistic,    ///< Elo: fixes the mean score
  Normalized,  ///< normalized Elo: fixes the mean score in standard deviations of a table
};

constexpr std::array<std::string_view, 2> words_of(EloModel) { return {"logistic", "normalized"}; }

/// The observed distribution changed as little as possible (maximum likelihood) so that its mean is `score`, which must
/// lie inside 0 and 1. (Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
/// distribution", proposition 1.1.)
ScoreDistribution most_likely_with_mean(const ScoreDistribution& observed, double score);

/// The same for a board's t-value, (mean - 0.5) / standard deviation. ("Comments on normalized Elo", section 4.1: the
/// condition is made linear at the last distribution until nothing changes.) Every t-value can be had, since no score
/// has a chance of 0: `observed` must be so too, as observed_distribution makes it.
ScoreDistribution most_likely_with_t(const ScoreDistribution& observed, double t);

/// The logarithm of the generalized likelihood ratio of `elo1` against `elo0`, as fishtest computes it: N times the
/// observed distribution's mean of log(p1/p0), p0 and p1 being the most likely distributions under each hypothesis.
/// Positive speaks for elo1. 0 without boards. Elo outside ±800 are taken as ±800, normalized outside ±800 too: no
/// test asks for more, and every result stays finite.
///
/// What it does not tell: how strong the side is (estimate_elo does). With very few boards the likelihoods are those of
/// the convention for empty cells more than of the data.
double log_likelihood_ratio(const ScoreCounts& counts, EloModel model, double elo0, double elo1);

}  // namespace tichu::arena
