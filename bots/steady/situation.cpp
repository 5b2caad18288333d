#include "bots/steady/situation.h"

#include "bots/steady/hand_plan.h"

namespace tichu::steady {
namespace {

TrickView trick_of(const SeatView& view) {
  TrickView trick;
  trick.cards = view.hand_size;
  for (const Side side : AllSides) trick.call_is_open[side] = view.call_is_open(side);
  trick.partner_is_first_out = view.out_count == 1 && !view.in_play(Side::Partner);
  trick.owner = view.owner;
  trick.passes = view.leads() ? 0 : view.passes;
  trick.points = view.trick_points;
  return trick;
}

}  // namespace

Situation::Situation(const SeatView& view, const Weights& weights)
    : view_(view),
      weights_(weights),
      count_(view),
      costs_(CombinationCosts::estimate(count_, view, weights.cost)),
      hand_cost_(plan_cost(view.hand, costs_)),
      stakes_(trick_of(view), weights.trick) {}

bool Situation::runs_out(CardSet hand) const { return plan_cost(hand, CombinationCosts::losers(count_)) <= 1; }

}  // namespace tichu::steady
