#pragma once

#include "sdk/judgement/cost_weights.h"
#include "sdk/judgement/trick_weights.h"

namespace tichu::steady {

/// What steady's judgement weighs when it plays. Found by measurement in self-play over duplicated deals.
struct Weights {
  CostWeights cost;
  TrickWeights trick;

  // Calls: the least odds (natural logarithm) of going out first.
  float tichu = 0.35f;
  float grand = -0.25f;

  // The push.
  float gift_to_opponent = 0.18f;  ///< what each rank given to an opponent costs
  float gift_to_partner = 0.10f;   ///< what each rank given to the partner is worth
  float gift_to_caller = 0.5f;     ///< the same, if the partner has called
  float parity = 0.1f;             ///< what each card costs that is not of the rank's kind for its receiver
};

}  // namespace tichu::steady
