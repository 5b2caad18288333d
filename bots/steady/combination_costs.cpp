#include "bots/steady/combination_costs.h"

#include <algorithm>

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

}  // namespace

/// `cost(shape)` of everything but the Dog and the lone Phoenix.
template <typename Cost>
void CombinationCosts::fill(Cost cost) {
  for (int rank = 1; rank <= Ace; ++rank) single_[index(rank)] = cost(shape(CombinationKind::Single, 1, rank));
  Combination dragon = shape(CombinationKind::Single, 1, DragonRank);
  dragon.cards = CardSet(Card::dragon());
  single_[index(DragonRank)] = cost(dragon);
  for (int rank = Two; rank <= Ace; ++rank) {
    pair_[index(rank)] = cost(shape(CombinationKind::Pair, 2, rank));
    triple_[index(rank)] = cost(shape(CombinationKind::Triple, 3, rank));
    full_house_[index(rank)] = cost(shape(CombinationKind::FullHouse, 5, rank));
    quad_[index(rank)] = cost(shape(CombinationKind::Quad, 4, rank));
  }
  for (int length = MinStraight; length <= 14; ++length) {
    for (int rank = length; rank <= Ace; ++rank) {
      straight_[index(length)][index(rank)] = cost(shape(CombinationKind::Straight, length, rank));
    }
  }
  for (int pairs = 2; pairs <= 7; ++pairs) {
    for (int rank = Two + pairs - 1; rank <= Ace; ++rank) {
      stairs_[index(pairs)][index(rank)] = cost(shape(CombinationKind::Stairs, 2 * pairs, rank));
    }
  }
  straight_flush_ = cost(shape(CombinationKind::StraightFlush, 5, 6));
}

void CombinationCosts::fill_groups() {
  for (int rank = 1; rank <= Ace; ++rank) {
    const float one = single(rank);
    const float two = std::min(pair(rank), 2 * one);
    const float three = std::min(triple(rank), two + one);
    group_[1][index(rank)] = one;
    group_[2][index(rank)] = two;
    group_[3][index(rank)] = three;
    group_[4][index(rank)] = std::min({quad(rank), 2 * two, three + one});
    phoenix_group_[1][index(rank)] = lone_phoenix_;
    phoenix_group_[2][index(rank)] = std::min(pair(rank), one + lone_phoenix_);
    phoenix_group_[3][index(rank)] = std::min({triple(rank), pair(rank) + one, two + lone_phoenix_});
  }
}

CombinationCosts CombinationCosts::estimate(const CardCount& count, const SeatView& view, const CostWeights& weights) {
  CombinationCosts costs;
  costs.fill([&](const Combination& play) {
    if (play.kind == CombinationKind::Quad) return 1 - weights.quad;
    if (play.kind == CombinationKind::StraightFlush) return 1 - weights.straight_flush;
    const float height = static_cast<float>(number(play.rank)) / static_cast<float>(DragonRank);
    const float shed = play.kind == CombinationKind::Single ? weights.shed_single
                       : play.kind == CombinationKind::Pair ? weights.shed_pair
                                                            : weights.shed_other;
    return 1 - weights.winner * count.holds(play) - shed * height;
  });
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
