#include "sdk/search/belief_sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/legality.h"
#include "sdk/search/determinize.h"

namespace tichu {
namespace {

/// Steps before the first guess, and from one guess to the next: the more cards are hidden, the more.
constexpr int StartSteps = 60;
constexpr int LeastSteps = 4;

/// The card of a set that has `index` cards before it.
Card card_at(CardSet cards, std::uint32_t index) {
  std::uint64_t bits = cards.bits();
  for (; index > 0; --index) bits &= bits - 1;
  return CardSet(bits).first();
}

Card draw(CardSet cards, Random& random) {
  return card_at(cards, random.below(static_cast<std::uint32_t>(cards.size())));
}

CardSet swapped(CardSet hand, Card away, Card in) {
  hand.erase(away);
  hand.insert(in);
  return hand;
}

}  // namespace

BeliefSampler::BeliefSampler(const HiddenCards& hidden, const Belief& belief)
    : hidden_(hidden), belief_(belief), steps_(LeastSteps + hidden.unseen.size()) {}

bool BeliefSampler::start(Random& random) {
  const auto hands = guess_hands(hidden_, random);
  if (!hands) return false;
  hands_ = *hands;
  for (const Side side : OtherSides) log_likelihood_[side] = belief_.log_likelihood(side, hands_[side]);
  has_started_ = true;
  return true;
}

/// Whether what is known lets a seat have `hand` with `card`, which it just got.
bool BeliefSampler::may_take(Side side, CardSet hand, Card card) const {
  if (!card.is_special() && ((hidden_.lacks[side] >> number(card.rank())) & 1) != 0) return false;
  return std::none_of(hidden_.proofs.begin(), hidden_.proofs.end(), [&](const WishProof& proof) {
    return proof.who == side && wish_binds(hand | proof.played_since, proof.table, proof.wish);
  });
}

void BeliefSampler::step(Random& random) {
  constexpr std::array<std::pair<Side, Side>, 3> Pairs{
      {{Side::Right, Side::Partner}, {Side::Partner, Side::Left}, {Side::Left, Side::Right}}};
  const auto [one, other] = Pairs[random.below(Pairs.size())];
  const CardSet free_of_one = hands_[one] - hidden_.held[one];
  const CardSet free_of_other = hands_[other] - hidden_.held[other];
  if (free_of_one.empty() || free_of_other.empty()) return;
  const Card from_one = draw(free_of_one, random);
  const Card from_other = draw(free_of_other, random);
  const CardSet hand_of_one = swapped(hands_[one], from_one, from_other);
  const CardSet hand_of_other = swapped(hands_[other], from_other, from_one);
  if (!may_take(one, hand_of_one, from_other) || !may_take(other, hand_of_other, from_one)) return;
  const float like_one = belief_.log_likelihood(one, hand_of_one);
  const float like_other = belief_.log_likelihood(other, hand_of_other);
  const float gain = like_one + like_other - log_likelihood_[one] - log_likelihood_[other];
  constexpr double Scale = 0x1p-64;
  if (gain < 0 && static_cast<double>(random.next()) * Scale >= std::exp(static_cast<double>(gain))) return;
  hands_[one] = hand_of_one;
  hands_[other] = hand_of_other;
  log_likelihood_[one] = like_one;
  log_likelihood_[other] = like_other;
}

std::optional<PerSide<CardSet>> BeliefSampler::next(Random& random) {
  int steps = steps_;
  if (!has_started_) {
    if (!start(random)) return std::nullopt;
    steps += StartSteps;
  }
  for (int i = 0; i < steps; ++i) step(random);
  return hands_;
}

}  // namespace tichu
