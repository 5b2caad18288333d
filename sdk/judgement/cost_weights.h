#pragma once

#include "engine/combination.h"

namespace tichu {

/// What makes a combination cheap: its cost is 1, less these. The unit here and in TrickWeights is a tempo: what it
/// costs to get rid of one combination that wins nothing, that is, one lead.
struct CostWeights {
  float winner = 2.1f;          ///< for the chance that it wins a trick
  float shed_single = 0.65f;    ///< for the chance that it can be thrown on another seat's lead, by rank
  float shed_pair = 0.4f;       ///< the same
  float shed_other = 0.15f;     ///< the same
  float quad = 4.4f;            ///< a bomb wins from anywhere
  float straight_flush = 4.4f;  ///< the same
  float phoenix_single = 2.0f;  ///< the Phoenix alone
  float dog = 0.5f;             ///< the Dog, while the partner is in play
};

/// The cost of a combination that is neither the Dog nor the lone Phoenix, if no opponent beats it with chance `holds`.
inline float cost_of(const Combination& play, float holds, const CostWeights& weights) {
  if (play.kind == CombinationKind::Quad) return 1 - weights.quad;
  if (play.kind == CombinationKind::StraightFlush) return 1 - weights.straight_flush;
  const float height = static_cast<float>(number(play.rank)) / static_cast<float>(number(Rank::Dragon));
  const float shed = play.kind == CombinationKind::Single ? weights.shed_single
                     : play.kind == CombinationKind::Pair ? weights.shed_pair
                                                          : weights.shed_other;
  return 1 - weights.winner * holds - shed * height;
}

}  // namespace tichu
