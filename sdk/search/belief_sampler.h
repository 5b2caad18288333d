#pragma once

#include <optional>

#include "engine/random.h"
#include "sdk/search/belief.h"
#include "sdk/search/hidden_cards.h"

namespace tichu {

/// Guesses hands again and again, each as often as Belief makes it likely: a Metropolis walk, whose steps swap a card
/// of one seat for a card of another. So no few guesses carry all the weight, as they do if guesses are dealt evenly
/// and weighed. No guess contradicts what is known.
class BeliefSampler {
 public:
  /// `hidden` and `belief` must outlive the walk.
  BeliefSampler(const HiddenCards& hidden, const Belief& belief);

  /// The next guess, of Right, Partner and Left, some steps from the one before; the first starts from hands that are
  /// dealt evenly, and is many steps from them. nullopt if no hands were found to start from.
  std::optional<PerSide<CardSet>> next(Random& random);

 private:
  bool start(Random& random);
  void step(Random& random);
  bool may_take(Side side, CardSet hand, Card card) const;

  const HiddenCards& hidden_;
  const Belief& belief_;
  int steps_;  ///< from one guess to the next
  bool has_started_ = false;
  PerSide<CardSet> hands_;
  PerSide<float> log_likelihood_{};
};

}  // namespace tichu
