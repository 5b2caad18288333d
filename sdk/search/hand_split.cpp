#include "sdk/search/hand_split.h"

#include <algorithm>
#include <bit>

#include "engine/hand_shape.h"

namespace tichu {
namespace {

constexpr int MostStraights = 2;

using ByRank = std::array<std::int16_t, 16>;

// What it costs to get rid of a part, in hundredths of a lead, by rank: the higher, the likelier it wins its trick or
// is thrown on another's. Index 0 is the Dog, 1 the Mahjong, 15 the Dragon.
constexpr ByRank SingleCost{70, 60, 100, 97, 94, 91, 88, 85, 80, 75, 70, 62, 55, 40, -10, -110};
constexpr ByRank PairCost{0, 0, 100, 98, 95, 92, 88, 84, 78, 70, 62, 52, 40, 20, -50, 0};
constexpr ByRank TripleCost{0, 0, 95, 92, 88, 82, 76, 70, 62, 54, 44, 30, 10, -20, -80, 0};
constexpr ByRank FullHouseCost{0, 0, 85, 80, 74, 68, 60, 52, 44, 36, 26, 14, 0, -30, -90, 0};
constexpr int LonePhoenixCost = -90;
constexpr int BombCost = -240;

constexpr int straight_cost(int length, int rank) { return 100 - 6 * (rank - 5) - 8 * (length - MinStraight); }
constexpr int stairs_cost(int pairs, int rank) { return 90 - 5 * (rank - 3) - 10 * (pairs - 2); }

int cost_of(const Combination& part) {
  const auto rank = static_cast<std::size_t>(number(part.rank));
  switch (part.kind) {
    case CombinationKind::Single:
      return part.is_lone_phoenix() ? LonePhoenixCost : SingleCost[rank];
    case CombinationKind::Pair:
      return PairCost[rank];
    case CombinationKind::Triple:
      return TripleCost[rank];
    case CombinationKind::FullHouse:
      return FullHouseCost[rank];
    case CombinationKind::Straight:
      return straight_cost(part.length, number(part.rank));
    case CombinationKind::Stairs:
      return stairs_cost(part.length / 2, number(part.rank));
    default:
      return BombCost;
  }
}

/// The parts of one way to cut a hand, and what they cost together.
struct Parts {
  std::array<Combination, 14> list;  ///< not written beyond `count`
  std::size_t count = 0;
  int cost = 0;

  Parts() {}
  Parts(const Parts& other) { *this = other; }
  Parts& operator=(const Parts& other) {
    std::copy_n(other.list.begin(), other.count, list.begin());
    count = other.count;
    cost = other.cost;
    return *this;
  }

  void add(CombinationKind kind, CardSet cards, int length, int rank, int phoenix_as = 0) {
    list[count] = {cards, kind, static_cast<std::uint8_t>(length), static_cast<Rank>(rank),
                   static_cast<Rank>(phoenix_as)};
    cost += cost_of(list[count]);
    ++count;
  }
};

/// One card of each rank of `window` that `cards` holds; the Mahjong for rank 1.
CardSet one_of_each(CardSet cards, RankMask window) {
  const std::uint64_t natural = cards.natural().bits();
  std::uint64_t higher = natural << 16;  // suits above a card of the same rank
  higher |= higher << 16;
  higher |= higher << 32;
  const std::uint64_t lanes = (window & 0x7ffcu) * CardSet::RankColumn;
  CardSet taken(natural & ~higher & lanes);
  if ((window & 2u) != 0) taken.insert(Card::mahjong());
  return taken;
}

/// A straight that may be taken out of a hand.
struct Window {
  std::uint8_t low;
  std::uint8_t high;
  std::uint8_t phoenix_as;  ///< 0 without the Phoenix
};

/// The straights that are worth a try: each run of ranks whole, and without the ranks at its ends that are pairs; with
/// the Phoenix each run that it completes.
class Windows {
 public:
  explicit Windows(CardSet cards) {
    const HandShape shape(cards);
    const RankMask ranks = shape.straight_ranks();
    add_runs(ranks, shape.two());
    if (!shape.phoenix()) return;
    for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
      const RankMask fill = RankMask{1} << rank;
      if ((ranks & fill) == 0 && (ranks & (fill << 1 | fill >> 1)) != 0) add_run_around(ranks | fill, rank);
    }
  }
  std::span<const Window> all() const { return {list_.data(), count_}; }

 private:
  void add(int low, int high, int phoenix_as) {
    if (high - low + 1 < MinStraight || count_ == list_.size()) return;
    list_[count_++] = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high),
                       static_cast<std::uint8_t>(phoenix_as)};
  }

  void add_runs(RankMask ranks, RankMask pairs) {
    RankMask starts = ranks & (ranks >> 1) & (ranks >> 2) & (ranks >> 3) & (ranks >> 4);
    while (starts != 0) {
      const int low = std::countr_zero(starts);
      const int high = low + std::countr_one(ranks >> low) - 1;
      const int trimmed_low = low + std::countr_one(pairs >> low);
      const int trimmed_high = high - std::countl_one(pairs << (31 - high));
      add(low, high, 0);
      if (trimmed_low > low) add(std::min(trimmed_low, high - MinStraight + 1), high, 0);
      if (trimmed_high < high) add(low, std::max(trimmed_high, low + MinStraight - 1), 0);
      if (trimmed_low > low && trimmed_high < high) add(trimmed_low, trimmed_high, 0);
      starts &= ~((RankMask{2} << high) - 1);
    }
  }

  void add_run_around(RankMask ranks, int rank) {
    const int high = rank + std::countr_one(ranks >> rank) - 1;
    const int low = rank - std::countl_one(ranks << (31 - rank)) + 1;
    add(low, high, rank);
  }

  std::array<Window, 24> list_{};
  std::size_t count_ = 0;
};

/// Looks for the cheapest way to cut a hand.
class Cutter {
 public:
  const Parts& cut(CardSet hand) {
    Parts parts;
    take_flushes(hand, parts);
    take_quads(hand, parts);
    descend(hand, parts, 0);
    return best_;
  }

 private:
  static void take_flushes(CardSet& hand, Parts& parts) {
    for (std::uint64_t starts = HandShape(hand).flush_starts(); starts != 0; starts = HandShape(hand).flush_starts()) {
      const int start = std::countr_zero(starts);
      const int length = std::countr_one(hand.natural().bits() >> start);
      const CardSet cards(((std::uint64_t{1} << length) - 1) << start);
      parts.add(CombinationKind::StraightFlush, cards, length, start % 16 + length - 1);
      hand -= cards;
    }
  }

  static void take_quads(CardSet& hand, Parts& parts) {
    for (RankMask quads = HandShape(hand).four(); quads != 0; quads &= quads - 1) {
      const int rank = std::countr_zero(quads);
      parts.add(CombinationKind::Quad, column(rank), 4, rank);
      hand -= column(rank);
    }
  }

  /// Whether any five ranks in a row lack at most the one that the Phoenix may be.
  static bool may_hold_straight(CardSet rest) {
    if (rest.size() < MinStraight) return false;
    const HandShape shape(rest);
    const RankMask ranks = shape.straight_ranks();
    const RankMask pairs = ranks & (ranks >> 1);
    const RankMask quads = pairs & (pairs >> 2);
    if (!shape.phoenix()) return (quads & (ranks >> 4)) != 0;
    const RankMask last = ranks >> 4;
    return (quads | (pairs & last & ((ranks >> 2) | (ranks >> 3))) | (last & (pairs >> 2) & (ranks | (ranks >> 1)))) !=
           0;
  }

  void descend(CardSet rest, const Parts& parts, int straights) {
    finish(rest, parts);
    if (straights == MostStraights || !may_hold_straight(rest)) return;
    const Windows windows(rest);
    for (const Window& window : windows.all()) {
      CardSet cards = one_of_each(rest, rank_range(window.low, window.high));
      if (window.phoenix_as != 0) {
        cards -= column(window.phoenix_as);
        cards.insert(Card::phoenix());
      }
      Parts with = parts;
      with.add(CombinationKind::Straight, cards, window.high - window.low + 1, window.high, window.phoenix_as);
      descend(rest - cards, with, straights + 1);
    }
  }

  void finish(CardSet rest, const Parts& taken) {
    Parts parts = taken;
    const HandShape shape(rest);
    const RankMask two = shape.two();
    RankMask pairs = two & ~shape.three();
    take_stairs(rest, pairs, parts);
    for (RankMask triples = shape.three(); triples != 0; triples &= triples - 1) {
      const int rank = std::countr_zero(triples);
      const CardSet three = rest & column(rank);
      const int pair = pairs == 0 ? HighestNatural : std::countr_zero(pairs);
      if (pair < number(Rank::Queen)) {
        parts.add(CombinationKind::FullHouse, three | (rest & column(pair)), 5, rank);
        pairs &= pairs - 1;
      } else {
        parts.add(CombinationKind::Triple, three, 3, rank);
      }
    }
    for (; pairs != 0; pairs &= pairs - 1) {
      const int rank = std::countr_zero(pairs);
      parts.add(CombinationKind::Pair, rest & column(rank), 2, rank);
    }
    for (RankMask singles = shape.one() & ~two; singles != 0; singles &= singles - 1) {
      const int rank = std::countr_zero(singles);
      parts.add(CombinationKind::Single, rest & column(rank), 1, rank);
    }
    if (shape.mahjong()) parts.add(CombinationKind::Single, Card::mahjong(), 1, number(Rank::One));
    if (shape.dragon()) parts.add(CombinationKind::Single, Card::dragon(), 1, number(Rank::Dragon));
    if (shape.phoenix()) parts.add(CombinationKind::Single, Card::phoenix(), 1, number(Rank::One));
    if (shape.dog()) parts.add(CombinationKind::Single, Card::dog(), 1, number(Rank::None));
    if (best_.count == 0 || parts.cost < best_.cost) best_ = parts;
  }

  /// Takes each run of pairs out as stairs if that is cheaper than the pairs apart.
  static void take_stairs(CardSet rest, RankMask& pairs, Parts& parts) {
    for (RankMask starts = pairs & (pairs >> 1); starts != 0; starts &= pairs & (pairs >> 1)) {
      const int low = std::countr_zero(starts);
      const int count = std::countr_one(pairs >> low);
      const int high = low + count - 1;
      starts &= ~rank_range(low, high);
      int apart = 0;
      for (int rank = low; rank <= high; ++rank) apart += PairCost[static_cast<std::size_t>(rank)];
      if (apart <= stairs_cost(count, high)) continue;
      parts.add(CombinationKind::Stairs, rest & columns(low, high), 2 * count, high);
      pairs &= ~rank_range(low, high);
    }
  }

  Parts best_;
};

}  // namespace

HandSplit::HandSplit(CardSet hand) : hand_(hand) {
  Cutter cutter;
  const Parts& parts = cutter.cut(hand);
  count_ = parts.count;
  std::copy_n(parts.list.begin(), count_, parts_.begin());
}

}  // namespace tichu
