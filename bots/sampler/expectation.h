#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "engine/observation.h"

namespace tichu::sampler {

/// Whose call can still be made or missed. The first that holds.
enum class OpenCall { Own, Opponents, Partners, None, Decided };
constexpr std::array<std::string_view, 5> OpenCallNames{"own call", "opponent's call", "partner's call",
                                                        "nobody called", "somebody is out"};

OpenCall open_call(const Observation& seen);

/// How the mean of playouts tells what a round brings: it is too hopeful, and the fewer guesses there were, the more of
/// it is chance, which chose the move that looked best.
struct ExpectationLine {
  double hope = 0;     ///< points by which playouts are too hopeful
  double usual = 0;    ///< points that such a round brings, whatever the playouts say
  double guesses = 0;  ///< that `usual` counts for

  /// The points by which the own team comes out ahead of the other in this round, on average.
  double points(double playouts, double guessed) const {
    return (guessed * (playouts - hope) + guesses * usual) / (guessed + guesses);
  }
};

/// The line of a state, fitted to rounds of this player (results/experiments/sampler.md).
const ExpectationLine& expectation_line(OpenCall open);

/// The chance that this player makes a call, by the odds (their natural logarithm) that steady sees: it saw rounds
/// without calls, in which nobody is out to break one. Fitted likewise.
double chance_of_tichu(float odds);
double chance_of_grand_tichu(float odds);

}  // namespace tichu::sampler
