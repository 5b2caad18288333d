#include "bots/steady/hand_strength.h"

#include <algorithm>

#include "bots/steady/hand_plan.h"

namespace tichu::steady {

float odds_from_eight(CardSet first_eight) {
  const auto has = [&](Card card) { return first_eight.contains(card) ? 1.0f : 0.0f; };
  float odds = -1.47f + 0.83f * has(Card::dragon()) + 1.02f * has(Card::phoenix()) - 0.32f * has(Card::dog()) -
               0.16f * has(Card::mahjong());
  odds += 0.35f * static_cast<float>(first_eight.count(Rank::Ace));
  odds += 0.05f * static_cast<float>(first_eight.count(Rank::King) + first_eight.count(Rank::Queen));
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    const int count = first_eight.count(static_cast<Rank>(rank));
    if (count == 2 && rank < number(Rank::King)) odds -= 0.1f;
    if (count == 4) odds += 0.08f;
  }
  return odds;
}

bool calls_grand_tichu(const SeatView& view, CardSet first_eight, const Weights& weights) {
  return view.calls[Side::Partner] == Call::None && odds_from_eight(first_eight) >= weights.grand;
}

/// The yardstick of calls. Fixed, apart from the weights that steady plays by, since the odds were fitted to it.
constexpr CostWeights Yardstick{.winner = 2.1f,
                                .shed_single = 0.4f,
                                .shed_pair = 0.3f,
                                .shed_other = 0.15f,
                                .quad = 2.6f,
                                .straight_flush = 2.6f,
                                .phoenix_single = 1.6f,
                                .dog = 0.7f};

float odds_of_going_out_first(const Situation& situation) {
  const SeatView& view = situation.view();
  const CardSet hand = view.hand;
  const HandPlan plan = plan_hand(hand, CombinationCosts::estimate(situation.count(), view, Yardstick));
  const auto has = [&](Card card) { return hand.contains(card) ? 1.0f : 0.0f; };
  float odds = -0.79f - 0.25f * plan.cost() + (view.leads() ? 0.38f : 0.0f);
  odds += 1.0f * has(Card::dragon()) + 0.63f * has(Card::phoenix()) - 1.35f * has(Card::dog());
  odds += 0.48f * static_cast<float>(hand.count(Rank::Ace)) + 0.15f * static_cast<float>(hand.count(Rank::King));
  for (const Combination& part : plan.combinations()) {
    if (part.is_bomb()) odds += 0.77f;
    if (part.length >= 5) odds -= 0.21f;
    if (part.rank > Rank::Nine || part.is_dog() || part.is_lone_phoenix()) continue;
    if (part.kind == CombinationKind::Single) odds -= 0.27f;
    if (part.kind == CombinationKind::Pair) odds -= 0.37f;
  }
  const int closest_opponent = std::min(view.hand_size[Side::Right], view.hand_size[Side::Left]);
  odds -= 0.045f * static_cast<float>(14 - closest_opponent);
  return odds - 0.1f * static_cast<float>(14 - view.hand_size[Side::Partner]);
}

bool is_time_for_tichu(const Observation& seen) {
  return seen.stage == Stage::Play && seen.to_act == Side::Me && seen.may_call_tichu();
}

bool calls_tichu(const Situation& situation) {
  return !situation.view().partner_called() && odds_of_going_out_first(situation) >= situation.weights().tichu;
}

}  // namespace tichu::steady
