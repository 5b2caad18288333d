#include "bots/steady/combination_costs.h"

#include <algorithm>
#include <initializer_list>

namespace tichu::steady {
namespace {

constexpr int DragonRank = number(Rank::Dragon);

/// A combination of which only the type matters, without its cards.
Combination shape(CombinationKind kind, int length, int rank) {
  Combination play;
  play.kind = kind;
  play.length = static_cast<std::uint8_t>(length);
  play.rank = static_cast<Rank>(rank);
  return play;
}

/// A way to split the cards of a rank: what it costs, and how many cards it plays together first.
struct Split {
  float cost = 0;
  int together = 0;
};

/// The first of the cheapest.
Split cheapest(std::initializer_list<Split> splits) {
  return *std::min_element(splits.begin(), splits.end(),
                           [](const Split& a, const Split& b) { return a.cost < b.cost; });
}

}  // namespace

/// `cost(shape)` of everything but the Dog and the lone Phoenix.
template <typename Cost>
void CombinationCosts::fill(Cost cost) {
  for (int rank = 1; rank <= HighestNatural; ++rank)
    single_[index(rank)] = cost(shape(CombinationKind::Single, 1, rank));
  Combination dragon = shape(CombinationKind::Single, 1, DragonRank);
  dragon.cards = CardSet(Card::dragon());
  single_[index(DragonRank)] = cost(dragon);
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    pair_[index(rank)] = cost(shape(CombinationKind::Pair, 2, rank));
    triple_[index(rank)] = cost(shape(CombinationKind::Triple, 3, rank));
    full_house_[index(rank)] = cost(shape(CombinationKind::FullHouse, 5, rank));
    quad_[index(rank)] = cost(shape(CombinationKind::Quad, 4, rank));
  }
  for (int length = MinStraight; length <= 14; ++length) {
    for (int rank = length; rank <= HighestNatural; ++rank) {
      straight_[index(length)][index(rank)] = cost(shape(CombinationKind::Straight, length, rank));
    }
  }
  for (int pairs = 2; pairs <= 7; ++pairs) {
    for (int rank = LowestNatural + pairs - 1; rank <= HighestNatural; ++rank) {
      stairs_[index(pairs)][index(rank)] = cost(shape(CombinationKind::Stairs, 2 * pairs, rank));
    }
  }
  straight_flush_ = cost(shape(CombinationKind::StraightFlush, 5, 6));
}

void CombinationCosts::fill_groups() {
  const auto put = [](const Split& split, float& cost, std::uint8_t& together) {
    cost = split.cost;
    together = static_cast<std::uint8_t>(split.together);
  };
  for (int rank = 1; rank <= HighestNatural; ++rank) {
    const std::size_t at = index(rank);
    const float one = single(rank);
    const Split two = cheapest({{pair(rank), 2}, {2 * one, 1}});
    const Split three = cheapest({{triple(rank), 3}, {two.cost + one, 1}});
    put({one, 1}, group_[1][at], first_of_group_[1][at]);
    put(two, group_[2][at], first_of_group_[2][at]);
    put(three, group_[3][at], first_of_group_[3][at]);
    put(cheapest({{quad(rank), 4}, {2 * two.cost, two.together}, {three.cost + one, 1}}), group_[4][at],
        first_of_group_[4][at]);
    put({lone_phoenix_, 0}, phoenix_group_[1][at], with_phoenix_[1][at]);
    put(cheapest({{pair(rank), 1}, {one + lone_phoenix_, 0}}), phoenix_group_[2][at], with_phoenix_[2][at]);
    put(cheapest({{triple(rank), 2}, {pair(rank) + one, 1}, {two.cost + lone_phoenix_, 0}}), phoenix_group_[3][at],
        with_phoenix_[3][at]);
  }
}

CombinationCosts CombinationCosts::estimate(const CardCount& count, const SeatView& view, const CostWeights& weights) {
  CombinationCosts costs;
  costs.fill(
      [&](const Combination& play) { return cost_of(play, play.is_bomb() ? 1.0f : count.holds(play), weights); });
  costs.lone_phoenix_ = 1 - weights.phoenix_single;
  costs.single_[0] = view.in_play(Side::Partner) ? 1 - weights.dog : 1.0f;
  costs.fill_groups();
  return costs;
}

CombinationCosts CombinationCosts::losers(const CardCount& count) {
  CombinationCosts costs;
  costs.fill([&](const Combination& play) { return play.is_bomb() || count.holds(play) == 1.0f ? 0.0f : 1.0f; });
  // Led, the Phoenix is worth 1.5; the Dog never wins.
  costs.lone_phoenix_ = costs.single_[1];
  costs.single_[0] = 1;
  costs.fill_groups();
  return costs;
}

float CombinationCosts::of(const Combination& play) const {
  const int rank = number(play.rank);
  switch (play.kind) {
    case CombinationKind::Single:
      return play.is_lone_phoenix() ? lone_phoenix_ : single(rank);
    case CombinationKind::Pair:
      return pair(rank);
    case CombinationKind::Triple:
      return triple(rank);
    case CombinationKind::FullHouse:
      return full_house(rank);
    case CombinationKind::Stairs:
      return stairs(play.length / 2, rank);
    case CombinationKind::Straight:
      return straight(play.length, rank);
    case CombinationKind::Quad:
      return quad(rank);
    case CombinationKind::StraightFlush:
      return straight_flush_;
    default:
      return 0;
  }
}

}  // namespace tichu::steady
