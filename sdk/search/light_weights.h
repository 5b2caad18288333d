#pragma once

namespace tichu {

/// What LightPolicy weighs, in tempi: a tempo is what it costs to get rid of one combination that wins nothing, that
/// is, one lead. Found by hill climbing: changed weights against unchanged ones over duplicated deals.
struct LightWeights {
  // What makes a part of the hand cheap: its cost is 1, less these.
  float winner = 1.65387f;        ///< for the chance that no opponent can beat it
  float shed_single = 0.875742f;  ///< for the chance that it can be thrown on another seat's lead, by rank
  float shed_pair = 0.486908f;
  float shed_other = 0.0950765f;
  float bomb = 6.30168f;
  float phoenix = 2.27331f;  ///< the Phoenix alone
  float dog = 0.0120221f;    ///< the Dog, while the partner is in play
  float tear = 0.121636f;    ///< costs more: a play that tears the hand's parts

  // What winning the trick is worth.
  float lead = 1.4f;                  ///< to the own seat
  float lead_caller = 1.52422f;       ///< the same, if it has called
  float lead_for_double = 0.323905f;  ///< more, once the partner is first out
  float lead_few = 0;                 ///< more, with at most two other parts in the hand
  float partner_lead = 1.11888f;
  float partner_lead_caller = 4.72368f;
  float partner_lead_few = 0;        ///< more, if the partner holds at most two cards
  float partner_takes = 0.428519f;   ///< the part of the partner's chance to beat a play that comes true
  float points = 0.00117494f;        ///< each point in the trick
  float willing = 0.356232f;         ///< the part of an opponent's chance to beat a play that comes true
  float willing_passed = 0.356232f;  ///< the same for one who has passed on the combination that is beaten

  // What an opponent's winning the trick costs, by the cards that opponent holds.
  float danger_1 = 5.07558f;
  float danger_2 = 0.581917f;
  float danger_3 = 0.447208f;
  float danger_5 = 0.451712f;
  float danger_any = 0.129383f;
  float danger_caller = 0.8f;      ///< more for one who has called
  float danger_double = 1.63342f;  ///< more for one whose partner is out while both of ours are in
  float length = 0.0585501f;       ///< each card of a play is worth
};

}  // namespace tichu
