#pragma once

namespace tichu {

/// What winning and losing tricks is worth, in tempi (CostWeights). The defaults are steady's.
struct TrickWeights {
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
};

}  // namespace tichu
