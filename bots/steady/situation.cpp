#include "bots/steady/situation.h"

#include "bots/steady/hand_plan.h"

namespace tichu::steady {

Situation::Situation(const SeatView& view, const Weights& weights)
    : view_(view),
      weights_(weights),
      count_(view),
      costs_(CombinationCosts::estimate(count_, view, weights.cost)),
      hand_cost_(plan_cost(view.hand, costs_)) {
  int passes = view.passes;
  for (const Side side : {Side::Left, Side::Partner, Side::Right}) {
    if (passes == 0 || view.leads()) break;
    if (!view.in_play(side)) continue;
    passed_[side] = true;
    --passes;
  }
}

float Situation::lead_value() const {
  if (view_.call_is_open(Side::Me)) return weights_.lead_caller;
  const bool partner_is_first = view_.out_count == 1 && !view_.in_play(Side::Partner);
  return weights_.lead + (partner_is_first ? weights_.lead_for_double : 0);
}

float Situation::partner_lead_value() const {
  if (!view_.in_play(Side::Partner)) return 0;
  if (view_.call_is_open(Side::Me)) return 0;
  return view_.partner_called() ? weights_.partner_lead_caller : weights_.partner_lead;
}

float Situation::danger(Side side) const {
  const int cards = view_.hand_size[side];
  if (side == Side::Me || side == Side::Partner || cards == 0) return 0;
  float danger = cards == 1   ? weights_.danger_1
                 : cards == 2 ? weights_.danger_2
                 : cards == 3 ? weights_.danger_3
                 : cards <= 5 ? weights_.danger_5
                              : weights_.danger_any;
  if (view_.call_is_open(side)) danger += weights_.danger_caller;
  const Side other = side == Side::Right ? Side::Left : Side::Right;
  if (!view_.in_play(other) && view_.in_play(Side::Partner)) danger += weights_.danger_double;
  return danger;
}

float Situation::will_beat(Side side, const Combination& play) const {
  return count_.beats(side, play) * (passed_[side] ? weights_.willing_passed : weights_.willing);
}

float Situation::will_hold(const Combination& play) const {
  return (1 - will_beat(Side::Right, play)) * (1 - will_beat(Side::Left, play));
}

bool Situation::runs_out(CardSet hand) const { return plan_cost(hand, CombinationCosts::losers(count_)) <= 1; }

}  // namespace tichu::steady
