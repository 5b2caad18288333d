#include "engine/follow.h"

#include <bit>
namespace tichu {
namespace {

bool has_run(Runs runs, int length, int over) {
  runs.grow_to(length);
  return runs.any_topping(over);
}

bool has_full_house(const HandShape& shape, int over) {
  const RankMask high = ranks_above(over);
  const auto other_than_only = [](RankMask candidates, RankMask ranks) {
    // a rank of `candidates` with another rank beside it in `ranks`
    return candidates != 0 && (ranks & (ranks - 1)) != 0;
  };
  if (other_than_only(shape.three() & high, shape.two())) return true;
  if (!shape.phoenix()) return false;
  return other_than_only(shape.three() & high, shape.one()) || other_than_only(shape.two() & high, shape.two());
}

bool holds_bomb(const HandShape& shape, const Combination& table) {
  if (table.kind == CombinationKind::StraightFlush) {
    for (std::uint64_t starts = shape.flush_starts(); starts != 0; starts &= starts - 1) {
      const int start = std::countr_zero(starts);
      const int length = std::countr_one(shape.natural() >> start);
      const int rank = start % 16 + length - 1;
      if (length > table.length || (length == table.length && rank > number(table.rank))) return true;
    }
    return false;
  }
  const int over = table.kind == CombinationKind::Quad ? number(table.rank) : 0;
  return (shape.four() & ranks_above(over)) != 0 || shape.flush_starts() != 0;
}

}  // namespace

bool holds_bomb(CardSet hand, const Combination& table) { return holds_bomb(HandShape(hand), table); }

bool can_follow_group(CardSet hand, const Combination& table) {
  const int rank = number(table.rank);
  if (hand.size() < table.length) return false;
  const HandShape shape(hand);
  const RankMask high = ranks_above(rank);
  switch (table.kind) {
    case CombinationKind::Pair:
      return ((shape.phoenix() ? shape.one() : shape.two()) & high) != 0;
    case CombinationKind::Triple:
      return ((shape.phoenix() ? shape.two() : shape.three()) & high) != 0;
    case CombinationKind::FullHouse:
      return has_full_house(shape, rank);
    case CombinationKind::Stairs:
      return has_run(Runs::of_stairs(shape), table.length / 2, rank);
    case CombinationKind::Straight:
      return has_run(Runs::of_straights(shape), table.length, rank);
    default:
      return false;
  }
}

}  // namespace tichu
