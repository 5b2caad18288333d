#include "sdk/search/beat_odds.h"

#include <algorithm>
#include <bit>

namespace tichu {
namespace {

/// The chance that a seat with a triple has a pair to go with it.
constexpr float PairToSpare = 0.8f;

float power(float base, int exponent) {
  float result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if ((exponent & 1) != 0) result *= base;
  }
  return result;
}

}  // namespace

UnseenCards::UnseenCards(CardSet unseen)
    : cards(unseen),
      count(unseen.size()),
      shape(unseen),
      one(shape.one()),
      two(shape.two()),
      exactly_two(two & ~shape.three()),
      exactly_three(shape.three() & ~shape.four()),
      four(shape.four()) {}

BeatOdds::BeatOdds(const UnseenCards& unseen, int cards) : unseen_(unseen), cards_(cards) {
  const float has = unseen.count == 0 ? 0.0f : static_cast<float>(cards) / static_cast<float>(unseen.count);
  lacks_ = 1 - has;
  two_of_3_ = has * has * (3 - 2 * has);
  two_of_4_ = has * has * (6 - 8 * has + 3 * has * has);
}

float BeatOdds::estimate(const Combination& play) {
  const int rank = number(play.rank);
  switch (play.kind) {
    case CombinationKind::Single: {
      if (play.is_dog() || play.is_dragon()) return 0;
      if (play.is_lone_phoenix()) return single(rank);  // not kept: of its rank, and yet higher
      break;
    }
    case CombinationKind::FullHouse:
      return PairToSpare * triple(ranks_above(rank));
    case CombinationKind::Stairs:
      return stairs(play.length / 2, rank);
    case CombinationKind::Straight:
      return straight(play.length, rank);
    case CombinationKind::Pair:
    case CombinationKind::Triple:
      break;
    default:
      return 0;
  }
  const RankMask higher = ranks_above(rank);
  const float chance = play.kind == CombinationKind::Single ? single(rank)
                       : play.kind == CombinationKind::Pair ? pair(higher)
                                                            : triple(higher);
  const auto kind = static_cast<std::size_t>(play.kind);
  odds_[kind][static_cast<std::size_t>(rank)] = chance;
  kept_[kind] = static_cast<std::uint16_t>(kept_[kind] | 1 << rank);
  return chance;
}

float BeatOdds::single(int rank) const {
  const int higher = rank >= HighestNatural ? 0 : (unseen_.cards & columns(rank + 1, HighestNatural)).size();
  return 1 - power(lacks_, higher + (unseen_.shape.dragon() ? 1 : 0) + (unseen_.shape.phoenix() ? 1 : 0));
}

float BeatOdds::pair(RankMask higher) const {
  const float has = 1 - lacks_;
  float none = power(1 - has * has, std::popcount(higher & unseen_.exactly_two)) *
               power(1 - two_of_3_, std::popcount(higher & unseen_.exactly_three)) *
               power(1 - two_of_4_, std::popcount(higher & unseen_.four));
  if (unseen_.shape.phoenix()) none *= 1 - has * (1 - power(lacks_, std::popcount(higher & unseen_.one)));
  return 1 - none;
}

float BeatOdds::triple(RankMask higher) const {
  const float has = 1 - lacks_;
  const float three_of_3 = has * has * has;
  float none = power(1 - three_of_3, std::popcount(higher & unseen_.exactly_three)) *
               power(1 - three_of_3 * (4 - 3 * has), std::popcount(higher & unseen_.four));
  if (unseen_.shape.phoenix()) none *= 1 - has * (1 - power(1 - two_of_3_, std::popcount(higher & unseen_.two)));
  return 1 - none;
}

float BeatOdds::stairs(int pairs, int rank) const {
  Runs runs = Runs::of_stairs(unseen_.shape);
  runs.grow_to(pairs);
  const float has = 1 - lacks_;
  const float others = power(two_of_3_, pairs - 1);
  const float patched = has * has * others;
  const float one_short = 1 - power(lacks_, 3) - two_of_3_;
  const float whole =
      others * (two_of_3_ + (unseen_.shape.phoenix() ? has * static_cast<float>(pairs) * one_short : 0));
  return 1 - power(1 - std::min(1.0f, whole), std::popcount(runs.topping(runs.whole, rank))) *
                 power(1 - patched, std::popcount(runs.topping(runs.patched, rank)));
}

float BeatOdds::straight(int length, int rank) const {
  Runs runs = Runs::of_straights(unseen_.shape);
  runs.grow_to(length);
  const float has = 1 - lacks_;
  const float each = 1 - power(lacks_, 3);
  const float patched = has * power(each, length - 1);
  const float whole = std::min(1.0f, power(each, length) + (unseen_.shape.phoenix() ? patched : 0));
  return 1 - power(1 - whole, std::popcount(runs.topping(runs.whole, rank))) *
                 power(1 - patched, std::popcount(runs.topping(runs.patched, rank)));
}

}  // namespace tichu
