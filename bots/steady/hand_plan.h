#pragma once

#include <array>
#include <span>

#include "bots/steady/combination_costs.h"
#include "engine/combination.h"

namespace tichu::steady {

/// A hand cut into combinations.
class HandPlan {
 public:
  std::span<const Combination> combinations() const { return {parts_.data(), static_cast<std::size_t>(count_)}; }
  float cost() const { return cost_; }
  void add(const Combination& part) { parts_[static_cast<std::size_t>(count_++)] = part; }
  void set_cost(float cost) { cost_ = cost; }

 private:
  std::array<Combination, 14> parts_{};
  int count_ = 0;
  float cost_ = 0;
};

/// The cost of the cheapest cut of a hand of at most 14 cards into combinations: every straight, stairs, full house,
/// bomb and use of the Phoenix is weighed; 0 for no cards. The search stops after 3,000 cuts, which few hands have.
float plan_cost(CardSet hand, const CombinationCosts& costs);

/// The cheapest cut itself; its combinations are disjoint and make up the hand.
HandPlan plan_hand(CardSet hand, const CombinationCosts& costs);

}  // namespace tichu::steady
