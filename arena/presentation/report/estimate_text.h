#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/statistics/rating/elo_calculator.h"
#include "arena/statistics/rating/likelihood_ratio.h"
#include "arena/statistics/sequential/sprt.h"

namespace tichu::arena {

/// "+12.3 ±4.5 [+7.8, +16.8]"; an unbounded end is "open".
std::string interval_text(const IntervalEstimate& estimate, int decimals);

/// {"value", "low", "high", "error95"}; an unbounded end is null.
nlohmann::ordered_json interval_json(const IntervalEstimate& estimate);

/// Elo, normalized Elo, likelihood of superiority and boards, one line each, and the `estimate_note`; for people.
std::string estimate_text(const EloEstimate& estimate);

/// Sentences about the estimate: if all boards ended alike or there are none, why the Elo is not a measurement and what
/// its interval says; if an end of Elo's interval is open, why; otherwise empty.
std::string estimate_note(const EloEstimate& estimate);

/// One JSON object, `tichu-elo/1`, with a line end. normalized_elo is null if all boards ended alike, note is null if
/// there is none.
std::string estimate_json(const EloEstimate& estimate);

/// A log-likelihood ratio of a generalized SPRT, with the question that it answers.
struct LikelihoodRatio {
  EloModel model = EloModel::Logistic;
  double elo0 = 0;
  double elo1 = 0;
  SprtErrors errors;
  std::uint64_t boards = 0;
  double value = 0;  ///< natural logarithm of the likelihood of elo1 over that of elo0
};

/// One line for people: the ratio, its bounds and the verdict.
std::string likelihood_ratio_text(const LikelihoodRatio& ratio);

/// The same as one JSON object, `tichu-llr/1`, with a line end.
std::string likelihood_ratio_json(const LikelihoodRatio& ratio);

}  // namespace tichu::arena
