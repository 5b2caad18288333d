#pragma once

namespace tichu::steady {

/// What makes a combination cheap in a plan: its cost is 1, less these. The unit here and below is a tempo: what it
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

/// What steady's judgement weighs when it plays. Found by measurement in self-play over duplicated deals.
struct Weights {
  CostWeights cost;

  // What winning the trick is worth.
  float lead = 1.4f;                 ///< to the own seat
  float lead_caller = 1.8f;          ///< the same, if it has called
  float lead_for_double = 0.5f;      ///< more, once the partner is first out and a double victory can be had
  float partner_lead = 1.0f;         ///< the partner's winning it
  float partner_lead_caller = 3.2f;  ///< the same, if the partner has called
  float partner_takes = 0.5f;        ///< the part of the partner's chance to beat an opponent that comes true
  float points = 0.018f;             ///< each point in the trick
  float willing = 0.45f;             ///< the part of an opponent's chance to beat a play that comes true
  float willing_passed = 0.25f;      ///< the same for one who has passed on the combination that is beaten

  // What an opponent's winning the trick costs, by the cards that opponent holds.
  float danger_1 = 2.6f;
  float danger_2 = 0.7f;
  float danger_3 = 0.6f;
  float danger_5 = 0.4f;
  float danger_any = 0.1f;
  float danger_caller = 0.8f;  ///< more for one who has called
  float danger_double = 0.8f;  ///< more for one whose partner is out while both of ours are in

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
