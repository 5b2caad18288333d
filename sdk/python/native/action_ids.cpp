#include "sdk/python/native/action_ids.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

#include "engine/hand_shape.h"
#include "engine/notation.h"

namespace tichu::training {
namespace {

constexpr int Ranks = 13;  ///< 2..A
constexpr int LongestStraight = 14;
constexpr int LongestFlush = 13;
constexpr int MostPairs = 7;

constexpr int offset(Rank rank) { return number(rank) - LowestNatural; }

// How many ids come before those of a length, in each family whose ids go by length.
constexpr int before_stairs(int pairs) {
  int sum = 0;
  for (int n = 2; n < pairs; ++n) sum += 14 - n;
  return sum;
}
constexpr int before_phoenix_stairs(int pairs) {
  int sum = 0;
  for (int n = 2; n < pairs; ++n) sum += (14 - n) * n;
  return sum;
}
constexpr int before_straights(int length) {
  int sum = 0;
  for (int n = MinStraight; n < length; ++n) sum += 15 - n;
  return sum;
}
/// The lowest straight of each length holds the Mahjong, which the Phoenix cannot stand for.
constexpr int before_phoenix_straights(int length) {
  int sum = 0;
  for (int n = MinStraight; n < length; ++n) sum += (15 - n) * n - 1;
  return sum;
}
constexpr int before_flushes(int length) {
  int sum = 0;
  for (int n = MinStraight; n < length; ++n) sum += 4 * (14 - n);
  return sum;
}
static_assert(before_stairs(MostPairs + 1) == ActionIds::PhoenixStairs - ActionIds::Stairs);
static_assert(before_phoenix_stairs(MostPairs + 1) == ActionIds::Straights - ActionIds::PhoenixStairs);
static_assert(before_straights(LongestStraight + 1) == ActionIds::PhoenixStraights - ActionIds::Straights);
static_assert(before_phoenix_straights(LongestStraight + 1) == ActionIds::Quads - ActionIds::PhoenixStraights);
static_assert(before_flushes(LongestFlush + 1) == ActionIds::GrandTichu - ActionIds::StraightFlushes);

template <int Size>
constexpr std::array<std::int16_t, Size> by_length(int (*before)(int), int first) {
  std::array<std::int16_t, Size> values{};
  for (int i = first; i < Size; ++i) values[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(before(i));
  return values;
}
constexpr auto StairsAt = by_length<MostPairs + 1>(before_stairs, 2);
constexpr auto PhoenixStairsAt = by_length<MostPairs + 1>(before_phoenix_stairs, 2);
constexpr auto StraightsAt = by_length<LongestStraight + 1>(before_straights, MinStraight);
constexpr auto PhoenixStraightsAt = by_length<LongestStraight + 1>(before_phoenix_straights, MinStraight);
constexpr auto FlushesAt = by_length<LongestFlush + 1>(before_flushes, MinStraight);

constexpr int full_house_offset(Rank triple, Rank pair) {
  const int of_pair = offset(pair) - (pair > triple ? 1 : 0);
  return 12 * offset(triple) + of_pair;
}

int single_id(const Combination& play) {
  if (play.is_lone_phoenix()) return ActionIds::Singles + 15;
  if (play.is_dragon()) return ActionIds::Singles + 16;
  return ActionIds::Singles + number(play.rank);
}

int full_house_id(const Combination& play) {
  const Rank pair = static_cast<Rank>(std::countr_zero(play.cards.ranks() & ~(RankMask{1} << number(play.rank))));
  const int at = full_house_offset(play.rank, pair);
  if (play.phoenix_as == Rank::None) return ActionIds::FullHouses + at;
  return (play.phoenix_as == pair ? ActionIds::PairPhoenixes : ActionIds::TriplePhoenixes) + at;
}

int stairs_id(const Combination& play) {
  const int pairs = play.length / 2;
  const int at = number(play.rank) - (pairs + 1);
  if (play.phoenix_as == Rank::None) return ActionIds::Stairs + StairsAt[static_cast<std::size_t>(pairs)] + at;
  const int lowest = number(play.rank) - pairs + 1;
  return ActionIds::PhoenixStairs + PhoenixStairsAt[static_cast<std::size_t>(pairs)] + at * pairs +
         number(play.phoenix_as) - lowest;
}

int straight_id(const Combination& play) {
  const int length = play.length;
  const int top = number(play.rank);
  const int at = top - length;
  if (play.phoenix_as == Rank::None) return ActionIds::Straights + StraightsAt[static_cast<std::size_t>(length)] + at;
  const int base = ActionIds::PhoenixStraights + PhoenixStraightsAt[static_cast<std::size_t>(length)];
  const int as = number(play.phoenix_as);
  return at == 0 ? base + as - LowestNatural : base + (length - 1) + (at - 1) * length + as - (top - length + 1);
}

int flush_id(const Combination& play) {
  const int at = number(play.rank) - (play.length + 1);
  return ActionIds::StraightFlushes + FlushesAt[play.length] + 4 * at + static_cast<int>(play.cards.first().suit());
}

/// Calls `add(id, shape)` for every id below ActionIds::Plays; the ids follow from the shapes, as in `id_of`.
class ShapeLister {
 public:
  ShapeLister() {
    add_singles_and_groups();
    add_full_houses();
    add_stairs();
    add_straights();
    add_flushes();
  }
  const std::array<PlayShape, ActionIds::Plays>& shapes() const { return shapes_; }

 private:
  void add(int id, const PlayShape& shape) { shapes_[static_cast<std::size_t>(id)] = shape; }
  static std::uint8_t cards(int count) { return static_cast<std::uint8_t>(count); }

  void add_singles_and_groups() {
    for (int rank = 0; rank <= HighestNatural; ++rank) {
      add(ActionIds::Singles + rank, {.kind = CombinationKind::Single, .length = 1, .rank = static_cast<Rank>(rank)});
    }
    add(ActionIds::Singles + 15, {.kind = CombinationKind::Single, .length = 1, .lone_phoenix = true});
    add(ActionIds::Singles + 16, {.kind = CombinationKind::Single, .length = 1, .rank = Rank::Dragon});
    for (int i = 0; i < Ranks; ++i) {
      const Rank rank = static_cast<Rank>(LowestNatural + i);
      add(ActionIds::Pairs + i, {.kind = CombinationKind::Pair, .length = 2, .rank = rank});
      add(ActionIds::PhoenixPairs + i, {.kind = CombinationKind::Pair, .length = 2, .rank = rank, .phoenix_as = rank});
      add(ActionIds::Triples + i, {.kind = CombinationKind::Triple, .length = 3, .rank = rank});
      add(ActionIds::PhoenixTriples + i,
          {.kind = CombinationKind::Triple, .length = 3, .rank = rank, .phoenix_as = rank});
      add(ActionIds::Quads + i, {.kind = CombinationKind::Quad, .length = 4, .rank = rank});
    }
  }

  void add_full_houses() {
    for (int triple = LowestNatural; triple <= HighestNatural; ++triple) {
      for (int pair = LowestNatural; pair <= HighestNatural; ++pair) {
        if (pair == triple) continue;
        PlayShape shape{.kind = CombinationKind::FullHouse,
                        .length = 5,
                        .rank = static_cast<Rank>(triple),
                        .pair = static_cast<Rank>(pair)};
        const int at = full_house_offset(shape.rank, shape.pair);
        add(ActionIds::FullHouses + at, shape);
        shape.phoenix_as = shape.pair;
        add(ActionIds::PairPhoenixes + at, shape);
        shape.phoenix_as = shape.rank;
        add(ActionIds::TriplePhoenixes + at, shape);
      }
    }
  }

  void add_stairs() {
    for (int pairs = 2; pairs <= MostPairs; ++pairs) {
      for (int top = pairs + 1; top <= HighestNatural; ++top) {
        Combination play{
            .cards = {}, .kind = CombinationKind::Stairs, .length = cards(2 * pairs), .rank = static_cast<Rank>(top)};
        add_with_phoenix(play, top - pairs + 1, stairs_id);
      }
    }
  }

  void add_straights() {
    for (int length = MinStraight; length <= LongestStraight; ++length) {
      for (int top = length; top <= HighestNatural; ++top) {
        Combination play{
            .cards = {}, .kind = CombinationKind::Straight, .length = cards(length), .rank = static_cast<Rank>(top)};
        add_with_phoenix(play, top - length + 1, straight_id);
      }
    }
  }

  void add_with_phoenix(Combination play, int lowest, int (*id)(const Combination&)) {
    PlayShape shape{.kind = play.kind, .length = play.length, .rank = play.rank};
    add(id(play), shape);
    for (int as = lowest < LowestNatural ? LowestNatural : lowest; as <= number(play.rank); ++as) {
      play.phoenix_as = shape.phoenix_as = static_cast<Rank>(as);
      add(id(play), shape);
    }
  }

  void add_flushes() {
    for (int length = MinStraight; length <= LongestFlush; ++length) {
      for (int top = length + 1; top <= HighestNatural; ++top) {
        for (const Suit suit : {Suit::Jade, Suit::Sword, Suit::Pagoda, Suit::Star}) {
          const Rank rank = static_cast<Rank>(top);
          const Combination play{
              .cards = Card(rank, suit), .kind = CombinationKind::StraightFlush, .length = cards(length), .rank = rank};
          add(flush_id(play), {.kind = play.kind, .length = play.length, .rank = rank, .suit = suit});
        }
      }
    }
  }

  std::array<PlayShape, ActionIds::Plays> shapes_;
};

const std::array<PlayShape, ActionIds::Plays>& shapes() {
  static const ShapeLister Lister;
  return Lister.shapes();
}

/// Takes cards of a hand rank by rank, those first that a straight flush of the hand can spare.
class Picker {
 public:
  explicit Picker(CardSet hand)
      : hand_(hand), flush_(flush_cards(tichu::flush_starts(hand.natural().bits()))), picked_() {}

  void take(int rank, int count) {
    if (rank == 1) {
      picked_.insert(Card::mahjong());
      return;
    }
    const CardSet rest = hand_ & column(rank);
    for (int degree = 0; degree <= 3 && count > 0; ++degree) {
      for (const Card card : rest) {
        if (count == 0) break;
        if (degree_of(card) != degree) continue;
        picked_.insert(card);
        --count;
      }
    }
  }

  void take_phoenix() { picked_.insert(Card::phoenix()); }

  /// Makes a straight of cards that are all of one suit no straight flush, by another card of some rank.
  void mix_suits() {
    const CardSet natural = picked_.natural();
    if (natural != picked_) return;  // a special card among them
    const int suit = static_cast<int>(picked_.first().suit());
    if (natural.bits() >> (16 * suit) >> 16 != 0) return;
    CardSet best;
    int least = 4;
    for (const Card card : (hand_ & in_ranks(natural.ranks())) - natural) {
      if (degree_of(card) >= least) continue;
      least = degree_of(card);
      best = card;
    }
    assert(!best.empty());
    picked_ -= column(number(best.first().rank()));
    picked_ |= best;
  }

  CardSet picked() const { return picked_; }

 private:
  static CardSet in_ranks(RankMask ranks) { return CardSet(CardSet::RankColumn * ranks); }

  /// 0 for a card of no straight flush, else 1 to 3: one more than its neighbours in one.
  int degree_of(Card card) const {
    const std::uint64_t bit = CardSet(card).bits();
    if ((flush_ & bit) == 0) return 0;
    return 1 + ((flush_ & (bit << 1)) != 0 ? 1 : 0) + ((flush_ & (bit >> 1)) != 0 ? 1 : 0);
  }

  CardSet hand_;
  std::uint64_t flush_;
  CardSet picked_;
};

CardSet pick_single(const PlayShape& shape, CardSet hand) {
  if (shape.lone_phoenix) return Card::phoenix();
  if (shape.rank == Rank::None) return Card::dog();
  if (shape.rank == Rank::Dragon) return Card::dragon();
  Picker picker(hand);
  picker.take(number(shape.rank), 1);
  return picker.picked();
}

CardSet pick_run(const PlayShape& shape, CardSet hand, int of_each) {
  Picker picker(hand);
  const int top = number(shape.rank);
  for (int rank = top - shape.length / of_each + 1; rank <= top; ++rank) {
    picker.take(rank, of_each - (number(shape.phoenix_as) == rank ? 1 : 0));
  }
  if (shape.phoenix_as != Rank::None) {
    picker.take_phoenix();
  } else if (of_each == 1) {
    picker.mix_suits();
  }
  return picker.picked();
}

CardSet pick_group(const PlayShape& shape, CardSet hand) {
  Picker picker(hand);
  const int of_rank = shape.kind == CombinationKind::FullHouse ? 3 : shape.length;
  picker.take(number(shape.rank), of_rank - (shape.phoenix_as == shape.rank ? 1 : 0));
  if (shape.pair != Rank::None) picker.take(number(shape.pair), 2 - (shape.phoenix_as == shape.pair ? 1 : 0));
  if (shape.phoenix_as != Rank::None) picker.take_phoenix();
  return picker.picked();
}

CardSet pick(const PlayShape& shape, CardSet hand) {
  switch (shape.kind) {
    case CombinationKind::Single:
      return pick_single(shape, hand);
    case CombinationKind::Stairs:
      return pick_run(shape, hand, 2);
    case CombinationKind::Straight:
      return pick_run(shape, hand, 1);
    case CombinationKind::StraightFlush: {
      const CardSet ranks = columns(number(shape.rank) - shape.length + 1, number(shape.rank));
      return CardSet(ranks.bits() & (std::uint64_t{0xffff} << (16 * static_cast<int>(shape.suit))));
    }
    default:
      return pick_group(shape, hand);
  }
}

std::string rank_text(Rank rank) { return rank == Rank::One ? "1" : to_text(rank); }

std::string play_name(const PlayShape& shape) {
  if (shape.kind == CombinationKind::None) return "pass";
  if (shape.lone_phoenix) return "single Phx";
  if (shape.rank == Rank::None) return "single Dog";
  if (shape.kind == CombinationKind::Single && shape.rank == Rank::One) return "single Mah";
  if (shape.rank == Rank::Dragon) return "single Drg";
  std::string text(to_text(shape.kind));
  const int runs = shape.kind == CombinationKind::Stairs ? shape.length / 2 : shape.length;
  const bool is_run = shape.kind == CombinationKind::Stairs || shape.kind == CombinationKind::Straight ||
                      shape.kind == CombinationKind::StraightFlush;
  text += ' ';
  if (is_run) text += rank_text(static_cast<Rank>(number(shape.rank) - runs + 1)) + "-";
  text += rank_text(shape.rank);
  if (shape.kind == CombinationKind::StraightFlush) text += " jspt"[1 + static_cast<int>(shape.suit)];
  if (shape.pair != Rank::None) text += " over " + rank_text(shape.pair);
  if (shape.phoenix_as != Rank::None) text += " (Phoenix " + rank_text(shape.phoenix_as) + ")";
  return text;
}

}  // namespace

const PlayShape& shape_of(int id) {
  assert(id >= 0 && id < ActionIds::Plays);
  return shapes()[static_cast<std::size_t>(id)];
}

int id_of(const Combination& play) {
  switch (play.kind) {
    case CombinationKind::None:
      return ActionIds::Pass;
    case CombinationKind::Single:
      return single_id(play);
    case CombinationKind::Pair:
      return (play.phoenix_as == Rank::None ? ActionIds::Pairs : ActionIds::PhoenixPairs) + offset(play.rank);
    case CombinationKind::Triple:
      return (play.phoenix_as == Rank::None ? ActionIds::Triples : ActionIds::PhoenixTriples) + offset(play.rank);
    case CombinationKind::Stairs:
      return stairs_id(play);
    case CombinationKind::FullHouse:
      return full_house_id(play);
    case CombinationKind::Straight:
      return straight_id(play);
    case CombinationKind::Quad:
      return ActionIds::Quads + offset(play.rank);
    case CombinationKind::StraightFlush:
      return flush_id(play);
  }
  return ActionIds::Pass;
}

Combination play_of(int id, CardSet hand, const Combination& table) {
  const PlayShape& shape = shape_of(id);
  if (shape.kind == CombinationKind::None) return {};
  Combination play{pick(shape, hand), shape.kind, shape.length, shape.rank, shape.phoenix_as};
  if (shape.lone_phoenix) play.rank = table.empty() ? Rank::One : table.rank;
  return play;
}

std::string name_of(int id) {
  assert(id >= 0 && id < ActionIds::Count);
  if (id < ActionIds::Plays) return play_name(shape_of(id));
  if (id < ActionIds::Tichu) return id == ActionIds::GrandTichu ? "no Grand Tichu" : "Grand Tichu";
  if (id < ActionIds::PushedCard) return id == ActionIds::Tichu ? "no Tichu" : "Tichu";
  if (id < ActionIds::Wish) return "push " + to_text(pushed_card(id));
  if (id == ActionIds::Wish) return "no wish";
  if (id < ActionIds::DragonGift) return "wish " + to_text(wished_rank(id));
  if (id < ActionIds::NoBomb) return gift_side(id) == Side::Right ? "Dragon to the right" : "Dragon to the left";
  return "no bomb";
}

}  // namespace tichu::training
