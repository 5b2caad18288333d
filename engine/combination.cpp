#include "engine/combination.h"

#include <bit>

namespace tichu {
namespace {

constexpr int MaxCards = 14;

Combination make(CombinationKind kind, CardSet cards, int rank, int phoenix_as = 0) {
  return {cards, kind, static_cast<std::uint8_t>(cards.size()), static_cast<Rank>(rank), static_cast<Rank>(phoenix_as)};
}

/// Collects readings, the highest first.
struct ReadingsBuilder {
  Readings found;
  void add(const Combination& combination) { found.options[static_cast<std::size_t>(found.count++)] = combination; }
};

/// The cards of a set by rank: what the readings of several cards depend on.
struct Shape {
  CardSet cards;
  bool phoenix;
  bool mahjong;
  RankMask ranks;  ///< natural ranks, and bit 1 for the Mahjong
  int low;         ///< the lowest rank
  int high;        ///< the highest rank
  int natural;     ///< how many natural cards

  explicit Shape(CardSet set)
      : cards(set),
        phoenix(set.contains(Card::phoenix())),
        mahjong(set.contains(Card::mahjong())),
        ranks(set.ranks() | (mahjong ? 2u : 0u)),
        low(ranks == 0 ? 0 : std::countr_zero(ranks)),
        high(ranks == 0 ? 0 : static_cast<int>(std::bit_width(ranks)) - 1),
        natural(set.natural().size()) {}
  int count(int rank) const { return cards.count(static_cast<Rank>(rank)); }
  int size() const { return cards.size(); }
};

Rank lone_rank(Card card) { return card == Card::phoenix() ? Rank::One : card.rank(); }

/// Pair, triple, quad: all natural cards of one rank.
void read_equal_ranks(const Shape& shape, ReadingsBuilder& out) {
  const int phoenix_as = shape.phoenix ? shape.high : 0;
  if (shape.size() == 2) out.add(make(CombinationKind::Pair, shape.cards, shape.high, phoenix_as));
  if (shape.size() == 3) out.add(make(CombinationKind::Triple, shape.cards, shape.high, phoenix_as));
  if (shape.size() == 4 && !shape.phoenix) out.add(make(CombinationKind::Quad, shape.cards, shape.high));
}

void read_full_house(const Shape& shape, ReadingsBuilder& out) {
  const int low = shape.count(shape.low);
  const int high = shape.count(shape.high);
  if (!shape.phoenix) {
    if (low + high == 5 && (low == 3 || high == 3)) {
      out.add(make(CombinationKind::FullHouse, shape.cards, high == 3 ? shape.high : shape.low));
    }
    return;
  }
  if (low == 2 && high == 2) {
    out.add(make(CombinationKind::FullHouse, shape.cards, shape.high, shape.high));
    out.add(make(CombinationKind::FullHouse, shape.cards, shape.low, shape.low));
  } else if (low == 3 && high == 1) {
    out.add(make(CombinationKind::FullHouse, shape.cards, shape.low, shape.high));
  } else if (low == 1 && high == 3) {
    out.add(make(CombinationKind::FullHouse, shape.cards, shape.high, shape.low));
  }
}

void read_stairs(const Shape& shape, ReadingsBuilder& out) {
  if (shape.mahjong || shape.size() != 2 * (shape.high - shape.low + 1)) return;
  int phoenix_as = 0;
  for (int rank = shape.low; rank <= shape.high; ++rank) {
    const int count = shape.count(rank);
    if (count == 2) continue;
    if (count != 1 || !shape.phoenix || phoenix_as != 0) return;
    phoenix_as = rank;
  }
  out.add(make(CombinationKind::Stairs, shape.cards, shape.high, phoenix_as));
}

bool is_of_one_suit(CardSet cards) {
  for (int suit = 0; suit < 4; ++suit) {
    if ((cards.bits() & ~(std::uint64_t{0xffff} << (16 * suit))) == 0) return true;
  }
  return false;
}

void read_straight(const Shape& shape, ReadingsBuilder& out) {
  const int span = shape.high - shape.low + 1;
  const int without_phoenix = shape.size() - (shape.phoenix ? 1 : 0);
  const bool distinct = std::popcount(shape.ranks) == without_phoenix;
  if (!distinct || span > shape.size()) return;
  if (!shape.phoenix) {
    const bool flush = !shape.mahjong && is_of_one_suit(shape.cards);
    out.add(make(flush ? CombinationKind::StraightFlush : CombinationKind::Straight, shape.cards, shape.high));
    return;
  }
  if (span == shape.size()) {
    const RankMask window = ((RankMask{1} << span) - 1) << shape.low;
    const int gap = std::countr_zero(window & ~shape.ranks);
    out.add(make(CombinationKind::Straight, shape.cards, shape.high, gap));
    return;
  }
  if (shape.high < HighestNatural) {
    out.add(make(CombinationKind::Straight, shape.cards, shape.high + 1, shape.high + 1));
  }
  if (shape.low > LowestNatural) {
    out.add(make(CombinationKind::Straight, shape.cards, shape.high, shape.low - 1));
  }
}

}  // namespace

Readings readings(CardSet cards) {
  ReadingsBuilder out;
  const int size = cards.size();
  if (size == 1) {
    const Card card = cards.first();
    out.add(make(CombinationKind::Single, cards, number(lone_rank(card))));
    return out.found;
  }
  const bool lone_special = cards.contains(Card::dog()) || cards.contains(Card::dragon());
  if (size == 0 || size > MaxCards || lone_special) return out.found;
  const Shape shape(cards);
  const int ranks = std::popcount(shape.ranks);
  if (ranks == 1 && !shape.mahjong) read_equal_ranks(shape, out);
  if (size == 5 && ranks == 2 && !shape.mahjong) read_full_house(shape, out);
  if (size >= 4 && size % 2 == 0 && ranks >= 2) read_stairs(shape, out);
  if (size >= MinStraight && ranks >= MinStraight - 1) read_straight(shape, out);
  return out.found;
}

std::optional<Combination> read_combination(CardSet cards, const Combination& table, Rank phoenix_as) {
  const Readings found = readings(cards);
  for (int i = 0; i < found.count; ++i) {
    Combination read = found.options[static_cast<std::size_t>(i)];
    if (phoenix_as != Rank::None && read.phoenix_as != phoenix_as) continue;
    if (read.is_lone_phoenix() && table.kind == CombinationKind::Single && !table.is_dragon()) read.rank = table.rank;
    return read;
  }
  return std::nullopt;
}

}  // namespace tichu
