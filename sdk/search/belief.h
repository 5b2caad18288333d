#pragma once

#include <span>
#include <vector>

#include "engine/observation.h"
#include "sdk/search/clue_features.h"
#include "sdk/search/clues.h"

namespace tichu {

/// What the others' play tells of their hands: how much likelier one hand than another makes it that a seat did what it
/// did. A sum of weights over the features of its clues. The weights were fitted to rounds of the searching player, so
/// that the hands that were held are the likeliest (results/experiments/belief_bench.cpp).
class Belief {
 public:
  /// Of an observation in stage Play.
  explicit Belief(const Observation& seen) : Belief(seen, fitted_weights()) {}
  /// By other weights, one for each feature, which must outlive the belief.
  Belief(const Observation& seen, std::span<const float> weights) : clues_(clues_of(seen)), weights_(weights) {}

  /// The logarithm of the likelihood, up to a constant, that `who` did what it did, if it holds `hand` now.
  float log_likelihood(Side who, CardSet hand) const;
  /// Calls `add(feature, value)` for what the clues of `who` say if it holds `hand` now.
  template <typename Add>
  void for_each_feature_of(Side who, CardSet hand, Add add) const {
    const std::vector<Clue>& clues = clues_[who];
    if (clues.empty()) return;
    HandRanks held(hand | clues.front().played_since);
    for (const Clue& clue : clues) {
      const CardSet then = hand | clue.played_since;
      if (then != held.hand) held = HandRanks(then);
      for_each_feature(clue, held, add);
    }
  }

  /// The weights that were fitted, by feature.
  static std::span<const float> fitted_weights();

 private:
  PerSide<std::vector<Clue>> clues_;
  std::span<const float> weights_;
};

}  // namespace tichu
