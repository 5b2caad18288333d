#include "sdk/search/beat_odds.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "sdk/judgement/trick_stakes.h"

namespace tichu {
namespace {

float power(float base, int exponent) {
  float result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if ((exponent & 1) != 0) result *= base;
  }
  return result;
}

HoldingOdds holding_odds(float has) {
  HoldingOdds odds;
  odds.has = has;
  odds.two_of_3 = has * has * (3 - 2 * has);
  odds.two_of_4 = has * has * (6 - 8 * has + 3 * has * has);
  odds.three_of_3 = has * has * has;
  const auto fill = [](auto& powers, float base) {
    for (std::size_t i = 0; i < powers.size(); ++i) powers[i] = power(base, static_cast<int>(i));
  };
  fill(odds.lacks, 1 - has);
  fill(odds.no_two_of_2, 1 - has * has);
  fill(odds.no_two_of_3, 1 - odds.two_of_3);
  fill(odds.no_two_of_4, 1 - odds.two_of_4);
  fill(odds.no_three_of_3, 1 - odds.three_of_3);
  fill(odds.no_three_of_4, 1 - odds.three_of_3 * (4 - 3 * has));
  return odds;
}

constexpr int MostCards = 14;
constexpr int MostUnseen = Card::Count;

/// For each number of cards in a hand and of unseen cards.
class OddsTable {
 public:
  OddsTable() {
    for (int unseen = 0; unseen <= MostUnseen; ++unseen) {
      for (int cards = 0; cards <= MostCards; ++cards) {
        const bool is_possible = unseen > 0 && cards <= unseen;
        rows_[row_of(cards, unseen)] =
            holding_odds(is_possible ? static_cast<float>(cards) / static_cast<float>(unseen) : 0.0f);
      }
    }
  }
  const HoldingOdds& at(int cards, int unseen) const {
    assert(cards <= MostCards && unseen <= MostUnseen && (cards <= unseen || unseen == 0));
    return rows_[row_of(cards, unseen)];
  }

 private:
  static std::size_t row_of(int cards, int unseen) {
    const int row = unseen * (MostCards + 1) + cards;
    return static_cast<std::size_t>(row);
  }

  std::array<HoldingOdds, (MostUnseen + 1) * (MostCards + 1)> rows_;
};

const OddsTable& odds_table() {
  static const OddsTable table;
  return table;
}

}  // namespace

UnseenCards::UnseenCards(CardSet unseen)
    : cards(unseen),
      count(unseen.size()),
      above_all((unseen.contains(Card::dragon()) ? 1 : 0) + (unseen.contains(Card::phoenix()) ? 1 : 0)),
      shape(unseen),
      one(shape.one()),
      two(shape.two()),
      exactly_two(two & ~shape.three()),
      exactly_three(shape.three() & ~shape.four()),
      four(shape.four()) {}

BeatOdds::BeatOdds(const UnseenCards& unseen, int cards)
    : unseen_(unseen), odds_(odds_table().at(cards, unseen.count)), cards_(cards) {}

float BeatOdds::group(const Combination& play) const {
  const int rank = number(play.rank);
  switch (play.kind) {
    case CombinationKind::Pair:
      return pair(ranks_above(rank));
    case CombinationKind::Triple:
      return triple(ranks_above(rank));
    case CombinationKind::FullHouse:
      return PairToSpare * triple(ranks_above(rank));
    case CombinationKind::Stairs:
      return stairs(play.length / 2, rank);
    case CombinationKind::Straight:
      return straight(play.length, rank);
    default:
      return 0;
  }
}

float BeatOdds::pair(RankMask higher) const {
  const auto ranks = [higher](RankMask mask) { return static_cast<std::size_t>(std::popcount(higher & mask)); };
  float none = odds_.no_two_of_2[ranks(unseen_.exactly_two)] * odds_.no_two_of_3[ranks(unseen_.exactly_three)] *
               odds_.no_two_of_4[ranks(unseen_.four)];
  if (unseen_.shape.phoenix()) none *= 1 - odds_.has * (1 - odds_.lacks[ranks(unseen_.one)]);
  return 1 - none;
}

float BeatOdds::triple(RankMask higher) const {
  const auto ranks = [higher](RankMask mask) { return static_cast<std::size_t>(std::popcount(higher & mask)); };
  float none = odds_.no_three_of_3[ranks(unseen_.exactly_three)] * odds_.no_three_of_4[ranks(unseen_.four)];
  if (unseen_.shape.phoenix()) none *= 1 - odds_.has * (1 - odds_.no_two_of_3[ranks(unseen_.two)]);
  return 1 - none;
}

float BeatOdds::stairs(int pairs, int rank) const {
  Runs runs = Runs::of_stairs(unseen_.shape);
  runs.grow_to(pairs);
  const float has = odds_.has;
  const float others = power(odds_.two_of_3, pairs - 1);
  const float patched = has * has * others;
  const float one_short = 1 - odds_.lacks[3] - odds_.two_of_3;
  const float whole =
      others * (odds_.two_of_3 + (unseen_.shape.phoenix() ? has * static_cast<float>(pairs) * one_short : 0));
  return 1 - power(1 - std::min(1.0f, whole), std::popcount(runs.topping(runs.whole, rank))) *
                 power(1 - patched, std::popcount(runs.topping(runs.patched, rank)));
}

float BeatOdds::straight(int length, int rank) const {
  Runs runs = Runs::of_straights(unseen_.shape);
  runs.grow_to(length);
  const float has = odds_.has;
  const float each = 1 - odds_.lacks[3];
  const float patched = has * power(each, length - 1);
  const float whole = std::min(1.0f, power(each, length) + (unseen_.shape.phoenix() ? patched : 0));
  return 1 - power(1 - whole, std::popcount(runs.topping(runs.whole, rank))) *
                 power(1 - patched, std::popcount(runs.topping(runs.patched, rank)));
}

}  // namespace tichu
