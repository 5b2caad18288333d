#pragma once

#include <cstdint>
#include <vector>

#include "arena/analysis/decision_walk.h"
#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/round.h"

namespace tichu::arena {

/// How precisely luck is measured.
struct LuckSettings {
  int playouts = 256;  ///< of the reference from each true position
  int worlds = 256;    ///< guessed for each decision
  friend bool operator==(const LuckSettings&, const LuckSettings&) = default;
};

/// What one decision did to the margin that was to be expected.
struct DecisionLuck {
  double expected = 0;  ///< before it, by the true cards: team A's points less team B's
  double skill = 0;     ///< for the own team: what it was worth over the hands that the others could have held
  double guess = 0;     ///< for the own team: what it brought beyond that, because the others held what they held
};

/// The parts of a round's margin, team A's points less team B's. They sum to it exactly:
///     margin = cards + sum over decisions of sign * (skill + guess)
/// with sign +1 for the seats of team A and -1 for the others. All are multiples of 1/1024, so no sum is rounded.
struct RoundLuck {
  double margin = 0;                    ///< as scored
  double cards = 0;                     ///< what the deal was worth
  std::vector<DecisionLuck> decisions;  ///< in the order of `walk_decisions`
  double skill = 0;                     ///< the sum of all skill, with signs
  double guess = 0;                     ///< the sum of all guesses, with signs: margin = cards + skill + guess
};

/// Measures luck by one reference policy (NoisyPolicy), which is the same whoever played; a pure function of its
/// arguments. README.md has the formulas. To be fed with each decision in the order of a walk. Used by one thread.
class LuckReader {
 public:
  LuckReader(const LuckSettings& settings, std::uint64_t seed) : settings_(settings), seed_(seed) {}

  /// The deal, before any decision.
  void begin(const Round& dealt);
  void add(const Decision& decision, const Observation& seen);
  /// The parts, once the round has ended so.
  RoundLuck finish(const RoundResult& result) const;

 private:
  double expected(const Round& round) const;
  double worth(const Decision& decision, const Observation& seen) const;

  LuckSettings settings_;
  std::uint64_t seed_;
  double cards_ = 0;
  std::vector<DecisionLuck> decisions_;
  std::vector<Seat> seats_;
};

}  // namespace tichu::arena
