#pragma once

#include "sdk/judgement/cost_weights.h"
#include "sdk/judgement/trick_weights.h"

namespace tichu {

/// What LightPolicy weighs, in tempi. Found by hill climbing: changed weights against unchanged ones over duplicated
/// deals.
struct LightWeights {
  CostWeights cost{.winner = 1.65387f,
                   .shed_single = 0.875742f,
                   .shed_pair = 0.486908f,
                   .shed_other = 0.0950765f,
                   .quad = 6.30168f,
                   .straight_flush = 6.30168f,
                   .phoenix_single = 2.27331f,
                   .dog = 0.0120221f};
  TrickWeights trick{.lead = 1.4f,
                     .lead_caller = 1.52422f,
                     .lead_for_double = 0.323905f,
                     .partner_lead = 1.11888f,
                     .partner_lead_caller = 4.72368f,
                     .partner_takes = 0.428519f,
                     .points = 0.00117494f,
                     .willing = 0.356232f,
                     .willing_passed = 0.356232f,
                     .danger_1 = 5.07558f,
                     .danger_2 = 0.581917f,
                     .danger_3 = 0.447208f,
                     .danger_5 = 0.451712f,
                     .danger_any = 0.129383f,
                     .danger_caller = 0.8f,
                     .danger_double = 1.63342f};
  float tear = 0.121636f;     ///< costs more: a play that tears the hand's parts
  float length = 0.0585501f;  ///< each card of a play is worth
};

}  // namespace tichu
