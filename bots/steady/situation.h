#pragma once

#include "bots/steady/card_count.h"
#include "bots/steady/combination_costs.h"
#include "bots/steady/seat_view.h"
#include "bots/steady/weights.h"
#include "sdk/judgement/trick_stakes.h"

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

  /// What the trick on the table is worth.
  const TrickStakes& stakes() const { return stakes_; }
  /// How likely each other seat can beat `play`.
  BeatChances chances(const Combination& play) const {
    return {count_.beats(Side::Right, play), count_.beats(Side::Partner, play), count_.beats(Side::Left, play)};
  }

  /// Whether `hand` goes out for certain once it leads, bombs aside: all but one of its combinations cannot be beaten.
  bool runs_out(CardSet hand) const;

 private:
  SeatView view_;
  const Weights& weights_;
  CardCount count_;
  CombinationCosts costs_;
  float hand_cost_;
  TrickStakes stakes_;
};

}  // namespace tichu::steady
