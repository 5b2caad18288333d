#include "bots/steady/push_system.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "bots/steady/hand_plan.h"

namespace tichu::steady {
namespace {

/// How many cards are weighed for the opponents; what costs more alone is never part of the best two.
constexpr std::size_t OpponentCandidates = 6;

/// How high a card is as a gift: 0 for a two, 12 for an ace.
float height(Card card) {
  if (card == Card::dragon() || card == Card::phoenix()) return 15;
  if (card == Card::mahjong()) return 5;
  if (card == Card::dog()) return -3;
  return static_cast<float>(number(card.rank()) - 2);
}

/// Odd ranks go to the right, even ones to the left: two partners who keep to it never give one opponent two cards
/// of a rank.
bool fits_parity(Card card, Side to) {
  if (card.is_special()) return true;
  return (number(card.rank()) % 2 == 1) == (to == Side::Right);
}

/// The cost of what is left without a card, in tempi.
float cost_without(const Situation& situation, CardSet hand, Card card) {
  return plan_cost(hand - CardSet(card), situation.costs());
}

/// What giving a card to an opponent costs beside losing it.
float gift_cost(const Weights& weights, Card card, Side to) {
  return weights.gift_to_opponent * height(card) + (fits_parity(card, to) ? 0 : weights.parity);
}

/// The cards that are cheapest to give, each alone.
std::array<Card, OpponentCandidates> cheapest_cards(const Situation& situation, CardSet hand) {
  const Weights& weights = situation.weights();
  std::array<std::pair<float, Card>, 14> priced;
  std::size_t count = 0;
  for (const Card card : hand) {
    priced[count++] = {cost_without(situation, hand, card) + weights.gift_to_opponent * height(card), card};
  }
  std::sort(priced.begin(), priced.begin() + static_cast<std::ptrdiff_t>(count));
  std::array<Card, OpponentCandidates> cheapest;
  for (std::size_t i = 0; i < OpponentCandidates; ++i) cheapest[i] = priced[i].second;
  return cheapest;
}

/// The two of them that are cheapest to give together, each to the opponent whom it fits.
void choose_for_opponents(const Situation& situation, CardSet hand, PushedCards& push) {
  const Weights& weights = situation.weights();
  const auto candidates = cheapest_cards(situation, hand);
  float least = std::numeric_limits<float>::max();
  for (const Card right : candidates) {
    for (const Card left : candidates) {
      if (right == left) continue;
      const float cost = cost_without(situation, hand - CardSet(right), left) + gift_cost(weights, right, Side::Right) +
                         gift_cost(weights, left, Side::Left);
      if (cost >= least) continue;
      least = cost;
      push.to(Side::Right) = right;
      push.to(Side::Left) = left;
    }
  }
}

Card for_partner(const Situation& situation, CardSet hand) {
  const Weights& weights = situation.weights();
  const float gift = situation.view().partner_called() ? weights.gift_to_caller : weights.gift_to_partner;
  Card best = Card::none();
  float least = 0;
  for (const Card card : hand) {
    const float cost = cost_without(situation, hand, card) - gift * height(card);
    if (!best.is_card() || cost < least) {
      best = card;
      least = cost;
    }
  }
  return best;
}

}  // namespace

PushedCards choose_push(const Situation& situation) {
  CardSet hand = situation.view().hand;
  PushedCards push;
  push.to(Side::Partner) = for_partner(situation, hand);
  hand.erase(push.to(Side::Partner));
  choose_for_opponents(situation, hand, push);
  return push;
}

}  // namespace tichu::steady
