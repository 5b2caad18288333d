#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "arena/text/words.h"

namespace tichu::arena {

/// What a sequential test says so far.
enum class SprtVerdict : std::uint8_t {
  Undecided,  ///< between the bounds
  Rejected,   ///< at or below the lower bound: the first hypothesis, "not stronger", is accepted
  Accepted,   ///< at or above the upper bound: the second hypothesis, "stronger", is accepted
};

constexpr std::array<std::string_view, 3> words_of(SprtVerdict) { return {"undecided", "rejected", "accepted"}; }

/// The error rates of a sequential probability ratio test (SPRT), and its bounds (Wald 1945).
///
/// What it does not tell: strengths between the hypotheses are accepted or rejected at rates in between.
struct SprtErrors {
  double alpha = 0.05;  ///< probability of Accepted if the first hypothesis holds; inside 0 and 0.5
  double beta = 0.05;   ///< probability of Rejected if the second holds; inside 0 and 0.5

  double lower() const { return std::log(beta / (1 - alpha)); }
  double upper() const { return std::log((1 - beta) / alpha); }
  /// What a log-likelihood ratio of the second against the first hypothesis means.
  SprtVerdict judge(double ratio) const {
    return ratio >= upper() ? SprtVerdict::Accepted : ratio <= lower() ? SprtVerdict::Rejected : SprtVerdict::Undecided;
  }
};

}  // namespace tichu::arena
