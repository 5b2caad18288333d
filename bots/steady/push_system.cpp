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

/// What giving a card of the hand costs: the own plan, and what the receiver has of it.
float cost_of_giving(const Situation& situation, CardSet hand, Card card, Side to) {
  const Weights& weights = situation.weights();
  const float cost = cost_without(situation, hand, card);
  if (to != Side::Partner) return cost + gift_cost(weights, card, to);
  const float gift = situation.view().partner_called() ? weights.gift_to_caller : weights.gift_to_partner;
  return cost - gift * height(card);
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
  Card best = Card::none();
  float least = 0;
  for (const Card card : hand) {
    const float cost = cost_of_giving(situation, hand, card, Side::Partner);
    if (!best.is_card() || cost < least) {
      best = card;
      least = cost;
    }
  }
  return best;
}

/// The cards that may be given to a receiver instead of that of `push`, from the cheapest on.
std::vector<Card> instead_of(const Situation& situation, const PushedCards& push, Side to) {
  CardSet hand = situation.view().hand;
  for (const Side other : OtherSides) {
    if (other != to) hand.erase(push.to(other));
  }
  std::vector<std::pair<float, Card>> priced;
  for (const Card card : hand) {
    if (card != push.to(to)) priced.emplace_back(cost_of_giving(situation, hand, card, to), card);
  }
  std::sort(priced.begin(), priced.end());
  std::vector<Card> cards;
  cards.reserve(priced.size());
  for (const auto& [cost, card] : priced) cards.push_back(card);
  return cards;
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

std::vector<PushedCards> neighbours(const Situation& situation, const PushedCards& push, std::size_t others) {
  std::vector<PushedCards> pushes{push, push};
  std::swap(pushes.back().to(Side::Right), pushes.back().to(Side::Left));
  for (const Side to : OtherSides) {
    std::vector<Card> cards = instead_of(situation, push, to);
    cards.resize(std::min(others, cards.size()));
    for (const Card card : cards) {
      pushes.push_back(push);
      pushes.back().to(to) = card;
    }
  }
  return pushes;
}

}  // namespace tichu::steady
