#pragma once

#include "bots/steady/card_count.h"
#include "bots/steady/combination_costs.h"
#include "bots/steady/seat_view.h"
#include "bots/steady/weights.h"

namespace tichu::steady {

/// One decision's ground: what the seat sees, what the other cards can do, what its own combinations cost, and what
/// winning or losing a trick means now.
class Situation {
 public:
  Situation(const SeatView& view, const Weights& weights);

  const SeatView& view() const { return view_; }
  const Weights& weights() const { return weights_; }
  const CardCount& count() const { return count_; }
  const CombinationCosts& costs() const { return costs_; }
  /// The cost of the plan for the own hand.
  float hand_cost() const { return hand_cost_; }

  /// What the own seat's lead is worth, and its partner's, in tempi.
  float lead_value() const;
  float partner_lead_value() const;
  /// What it costs when that opponent wins the trick; 0 for the partner and for who is out.
  float danger(Side side) const;

  /// The chance that `side`, an opponent, beats `play` when it is played now.
  float will_beat(Side side, const Combination& play) const;
  /// The chance that neither opponent does.
  float will_hold(const Combination& play) const;
  /// Whether `side` has passed on what lies on the table.
  bool has_passed(Side side) const { return passed_[side]; }

  /// Whether `hand` goes out for certain once it leads, bombs aside: all but one of its combinations cannot be beaten.
  bool runs_out(CardSet hand) const;

 private:
  SeatView view_;
  const Weights& weights_;
  CardCount count_;
  CombinationCosts costs_;
  float hand_cost_;
  PerSide<bool> passed_{};
};

}  // namespace tichu::steady
