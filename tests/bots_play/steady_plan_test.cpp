#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bots/steady/hand_plan.h"
#include "engine/deal.h"
#include "engine/notation.h"
#include "tests/bots_play/seat_view_of.h"

namespace tichu::steady {
namespace {

/// The plan's combinations as text, sorted.
std::vector<std::string> plan_of(const SeatView& view) {
  const Weights weights;
  const CardCount count(view);
  const HandPlan plan = plan_hand(view.hand, CombinationCosts::estimate(count, view, weights.cost));
  std::vector<std::string> parts;
  for (const Combination& part : plan.combinations()) parts.push_back(to_text(part));
  std::sort(parts.begin(), parts.end());
  return parts;
}

using Parts = std::vector<std::string>;

TEST(HandPlan, AStraightStaysWhole) { EXPECT_EQ(plan_of(view_of("3j 4s 5p 6t 7j")), (Parts{"3j 4s 5p 6t 7j"})); }

TEST(HandPlan, ATripleAndAPairAreAFullHouse) {
  EXPECT_EQ(plan_of(view_of("6j 6s 6p 3t 3j")), (Parts{"3j 3t 6j 6s 6p"}));
}

TEST(HandPlan, ThePhoenixFillsTheGapOfAStraight) {
  EXPECT_EQ(plan_of(view_of("2j 3s 5t 6j 7s Phx")), (Parts{"2j 3s 5t 6j 7s Phx=4"}));
}

TEST(HandPlan, ABombIsNotBroken) {
  EXPECT_EQ(plan_of(view_of("4j 5s 6p 7j 7s 7p 7t 8j")), (Parts{"4j", "5s", "6p", "7j 7s 7p 7t", "8j"}));
}

TEST(HandPlan, AStraightFlushIsKeptFromAPairOfItsCards) {
  EXPECT_EQ(plan_of(view_of("4j 5j 6j 7j 8j 8s")), (Parts{"4j 5j 6j 7j 8j", "8s"}));
}

TEST(HandPlan, NeighbouringPairsAreStairs) {
  EXPECT_EQ(plan_of(view_of("3j 3s 4p 4t 5j 5s")), (Parts{"3j 3s 4p 4t 5j 5s"}));
}

TEST(HandPlan, EveryPlanCutsTheWholeHand) {
  const Weights weights;
  for (std::uint64_t index = 0; index < 2000; ++index) {
    const SeatView view = view_of(deal(7, index).hand(Seat(0)));
    const CardCount count(view);
    const CombinationCosts costs = CombinationCosts::estimate(count, view, weights.cost);
    const HandPlan plan = plan_hand(view.hand, costs);
    CardSet together;
    float cost = 0;
    for (const Combination& part : plan.combinations()) {
      EXPECT_FALSE(together.intersects(part.cards)) << to_text(view.hand);
      together |= part.cards;
      cost += costs.of(part);
    }
    EXPECT_EQ(together, view.hand);
    EXPECT_NEAR(plan.cost(), cost, 1e-3) << to_text(view.hand);
    EXPECT_EQ(plan.cost(), plan_cost(view.hand, costs));
  }
}

TEST(CardCount, WhatNothingUnseenCanBeatHoldsForCertain) {
  SeatView view = view_of("Drg As 9j 9s 9p");
  view.unseen = test::cards("2j 3j 4j 4s 5j 8j 8s 8p Kt Kj");
  for (const Side side : OtherSides) view.hand_size[side] = 3;
  const CardCount count(view);
  EXPECT_EQ(count.holds(*parse_combination("As")), 1.0f);
  EXPECT_EQ(count.holds(*parse_combination("9j 9s 9p")), 1.0f);
  EXPECT_LT(count.holds(*parse_combination("9j 9s")), 1.0f);
  EXPECT_LT(count.holds(*parse_combination("9j")), 1.0f);
}

TEST(CardCount, ASeatWithOneCardBeatsNoPair) {
  SeatView view = view_of("3j 3s");
  view.hand_size[Side::Right] = 1;
  EXPECT_EQ(CardCount(view).beats(Side::Right, *parse_combination("3j 3s")), 0.0f);
}

TEST(CardCount, ACardThatWasPushedIsKnownToBeThere) {
  SeatView view = view_of("Kj");
  view.known[Side::Left] = test::cards("As");
  EXPECT_FLOAT_EQ(CardCount(view).beats(Side::Left, *parse_combination("Kj")), 1);
}

}  // namespace
}  // namespace tichu::steady
