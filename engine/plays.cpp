#include "engine/plays.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "engine/hand_shape.h"

namespace tichu {
namespace {

static_assert(std::endian::native == std::endian::little);  // for Generator::add

constexpr int MinStraight = 5;
constexpr int Two = number(Rank::Two);
constexpr int Ace = number(Rank::Ace);
const CardSet Phoenix{Card::phoenix()};

/// Calls `body(rank)` for each rank of the mask, rising.
template <typename Body>
[[gnu::always_inline]] inline void for_each_rank(RankMask ranks, Body body) {
  for (; ranks != 0; ranks &= ranks - 1) body(std::countr_zero(ranks));
}

constexpr RankMask above(int rank) { return ~((RankMask{2} << rank) - 1); }

/// The card sets that a generator tells apart when it takes k cards of one rank: at most 6 (two of four).
struct Choices {
  std::array<CardSet, 6> sets{};
  int count = 0;
  void add(CardSet set) { sets[static_cast<std::size_t>(count++)] = set; }
  std::span<const CardSet> all() const { return {sets.data(), static_cast<std::size_t>(count)}; }
};

/// Which cards of a rank are told apart: all of them.
class EachCard {
 public:
  explicit EachCard(const HandShape& shape) : natural_(shape.natural) {}
  Choices choose(int rank, int k) const { return choose_apart(CardSet(), CardSet(natural_) & column(rank), k); }

  /// The subsets of `plain | apart` of size k in which the plain cards count only by their number.
  static Choices choose_apart(CardSet plain, CardSet apart, int k) {
    Choices choices;
    std::uint64_t subset = apart.bits();
    while (true) {
      const int missing = k - std::popcount(subset);
      if (missing >= 0 && missing <= plain.size()) choices.add(CardSet(subset) | lowest(plain, missing));
      if (subset == 0) return choices;
      subset = (subset - 1) & apart.bits();
    }
  }

 private:
  static CardSet lowest(CardSet set, int k) {
    CardSet taken;
    for (; k > 0; --k) {
      taken.insert(set.first());
      set.erase(set.first());
    }
    return taken;
  }

  std::uint64_t natural_;
};

/// Which cards of a rank are told apart: those of a possible straight flush; the others are merged.
class FlushCardsApart {
 public:
  explicit FlushCardsApart(const HandShape& shape)
      : plain_(shape.natural & ~shape.flush_cards()), apart_(shape.flush_cards()) {}
  Choices choose(int rank, int k) const {
    return EachCard::choose_apart(plain_ & column(rank), apart_ & column(rank), k);
  }

 private:
  CardSet plain_;
  CardSet apart_;
};

/// No card of a rank is told apart, as in the hands without a straight flush: one choice, taken from words that
/// hold the lowest, the two lowest and the three lowest cards of all ranks at once.
class AllMerged {
 public:
  explicit AllMerged(const HandShape& shape) {
    const std::uint64_t all = shape.natural;
    const std::uint64_t first = all & ~higher_suits(all);
    lowest_[1] = CardSet(first);
    if (shape.two == 0) return;
    const std::uint64_t beyond_first = all & ~first;
    const std::uint64_t second = beyond_first & ~higher_suits(beyond_first);
    lowest_[2] = CardSet(first | second);
    if (shape.three == 0) return;
    const std::uint64_t beyond_second = beyond_first & ~second;
    lowest_[3] = CardSet(first | second | (beyond_second & ~higher_suits(beyond_second)));
  }
  /// The k lowest cards of each rank that has k; k is 0 to 3.
  CardSet lowest(int k) const { return lowest_[static_cast<std::size_t>(k)]; }

 private:
  static constexpr std::uint64_t higher_suits(std::uint64_t set) { return (set << 16) | (set << 32) | (set << 48); }

  std::array<CardSet, 4> lowest_;
};

template <typename Suits>
constexpr bool IsMerged = std::is_same_v<Suits, AllMerged>;

/// Lists the plays of one hand. `Suits` says which cards are told apart.
template <typename Suits>
class Generator {
 public:
  /// Lists into `plays`, whose former content is gone; its size is set by `finish`.
  Generator(const HandShape& shape, CardSet hand, PlayList& plays)
      : shape_(shape), hand_(hand), suits_(shape), plays_(plays), next_(plays.data()) {}

  void finish() { plays_.resize(static_cast<int>(next_ - plays_.data())); }

  void leads() {
    lead_singles();
    if (shape_.two != 0 || shape_.phoenix) {
      pairs(0);
      triples(0);
      full_houses(0);
      Runs runs = Runs::of_stairs(shape_);
      for (runs.grow(); runs.any(); runs.grow()) stairs(runs, 0);
    }
    if (std::popcount(shape_.straight_ranks()) >= MinStraight - 1) {
      Runs runs = Runs::of_straights(shape_);
      for (runs.grow_to(MinStraight); runs.any(); runs.grow()) straights(runs, 0);
    }
    bombs({});
  }

  void follows(const Combination& table) {
    const int rank = number(table.rank);
    switch (table.kind) {
      case CombinationKind::Single:
        follow_singles(table);
        break;
      case CombinationKind::Pair:
        pairs(rank);
        break;
      case CombinationKind::Triple:
        triples(rank);
        break;
      case CombinationKind::FullHouse:
        full_houses(rank);
        break;
      case CombinationKind::Stairs:
        follow_stairs(table.length / 2, rank);
        break;
      case CombinationKind::Straight:
        follow_straights(table.length, rank);
        break;
      default:
        break;
    }
    bombs(table);
  }

  /// The bombs that beat `table`; all where it is empty.
  void bombs(const Combination& table) {
    const bool on_bomb = table.is_bomb();
    const bool on_quad = table.kind == CombinationKind::Quad;
    if (!on_bomb || on_quad) {
      for_each_rank(shape_.four & above(on_quad ? number(table.rank) : 0),
                    [&](int rank) { add(CombinationKind::Quad, column(rank), 4, rank, 0); });
    }
    if constexpr (!IsMerged<Suits>) {
      for (std::uint64_t starts = shape_.flush_starts(); starts != 0; starts &= starts - 1) {
        flushes_from(std::countr_zero(starts), table);
      }
    }
  }

 private:
  /// Adds a play; its four small members are written as one word, which the compiler does not do by itself.
  [[gnu::always_inline]] void add(CombinationKind kind, CardSet cards, int length, int rank, int phoenix_as) {
    assert(next_ < plays_.data() + MostPlays);
    const auto members =
        static_cast<std::uint32_t>(static_cast<int>(kind) | length << 8 | rank << 16 | phoenix_as << 24);
    next_->cards = cards;
    std::memcpy(&next_->kind, &members, sizeof members);
    ++next_;
  }

  /// Adds the plays that take `k` natural cards of a rank.
  [[gnu::always_inline]] void add_of_rank(CombinationKind kind, int rank, int k) {
    each_choice(rank, k, [&](CardSet cards) { add(kind, cards, k, rank, 0); });
  }

  /// The same with the Phoenix as one card more.
  [[gnu::always_inline]] void add_with_phoenix(CombinationKind kind, int rank, int k) {
    each_choice(rank, k, [&](CardSet cards) { add(kind, cards | Phoenix, k + 1, rank, rank); });
  }

  template <typename Body>
  [[gnu::always_inline]] void each_choice(int rank, int k, Body body) {
    if constexpr (IsMerged<Suits>) {
      body(suits_.lowest(k) & column(rank));
    } else {
      const Choices choices = suits_.choose(rank, k);
      for (const CardSet cards : choices.all()) body(cards);
    }
  }

  void singles(RankMask ranks) {
    for_each_rank(ranks, [&](int rank) { add_of_rank(CombinationKind::Single, rank, 1); });
  }

  void lead_singles() {
    if (hand_.contains(Card::dog())) add(CombinationKind::Single, Card::dog(), 1, 0, 0);
    if (shape_.mahjong) add(CombinationKind::Single, Card::mahjong(), 1, 1, 0);
    singles(shape_.one);
    if (shape_.phoenix) add(CombinationKind::Single, Phoenix, 1, 1, 0);
    if (shape_.dragon) add(CombinationKind::Single, Card::dragon(), 1, number(Rank::Dragon), 0);
  }

  void follow_singles(const Combination& table) {
    if (table.is_dog() || table.is_dragon()) return;
    singles(shape_.one & above(number(table.rank)));
    if (shape_.phoenix) add(CombinationKind::Single, Phoenix, 1, number(table.rank), 0);
    if (shape_.dragon) add(CombinationKind::Single, Card::dragon(), 1, number(Rank::Dragon), 0);
  }

  void pairs(int over) {
    for_each_rank(shape_.two & above(over), [&](int rank) { add_of_rank(CombinationKind::Pair, rank, 2); });
    if (!shape_.phoenix) return;
    for_each_rank(shape_.one & above(over), [&](int rank) { add_with_phoenix(CombinationKind::Pair, rank, 1); });
  }

  void triples(int over) {
    for_each_rank(shape_.three & above(over), [&](int rank) { add_of_rank(CombinationKind::Triple, rank, 3); });
    if (!shape_.phoenix) return;
    for_each_rank(shape_.two & above(over), [&](int rank) { add_with_phoenix(CombinationKind::Triple, rank, 2); });
  }

  /// Full houses of three cards of each rank in `triples` and two of each rank in `pairs`, the Phoenix among them where
  /// one of the two numbers is short of it.
  void full_houses_of(RankMask triples, int in_triple, RankMask pairs, int in_pair) {
    const bool phoenix = in_triple + in_pair == 4;
    for_each_rank(triples, [&](int triple) {
      each_choice(triple, in_triple, [&](CardSet three) {
        for_each_rank(pairs & ~(RankMask{1} << triple), [&](int pair) {
          const int phoenix_as = !phoenix ? 0 : in_triple == 2 ? triple : pair;
          each_choice(pair, in_pair, [&](CardSet two) {
            add(CombinationKind::FullHouse, three | two | (phoenix ? Phoenix : CardSet()), 5, triple, phoenix_as);
          });
        });
      });
    });
  }

  void full_houses(int over) {
    if ((shape_.two & (shape_.two - 1)) == 0 && !shape_.phoenix) return;
    full_houses_of(shape_.three & above(over), 3, shape_.two, 2);
    if (!shape_.phoenix) return;
    full_houses_of(shape_.three & above(over), 3, shape_.one, 1);
    full_houses_of(shape_.two & above(over), 2, shape_.two, 2);
  }

  /// Adds, for a window of ranks, all ways to take `k` cards of each rank, one fewer of rank `phoenix_as`.
  template <typename Add>
  void windows(int low, int high, int k, int phoenix_as, Add add_cards) {
    if constexpr (IsMerged<Suits>) {
      CardSet cards = suits_.lowest(k) & columns(low, high);
      if (phoenix_as != 0) {
        cards -= column(phoenix_as);
        cards |= Phoenix | (suits_.lowest(k - 1) & column(phoenix_as));
      }
      add_cards(cards);
    } else {
      product(low, high, k, phoenix_as, phoenix_as != 0 ? Phoenix : CardSet(), add_cards);
    }
  }

  template <typename Add>
  void product(int rank, int high, int k, int phoenix_as, CardSet taken, Add& add_cards) {
    if (rank > high) {
      add_cards(taken);
      return;
    }
    const int here = k - (rank == phoenix_as ? 1 : 0);
    if (here == 0) {
      product(rank + 1, high, k, phoenix_as, taken, add_cards);
    } else if (rank == number(Rank::One)) {
      product(rank + 1, high, k, phoenix_as, taken | Card::mahjong(), add_cards);
    } else {
      const Choices choices = suits_.choose(rank, here);
      for (const CardSet cards : choices.all()) {
        product(rank + 1, high, k, phoenix_as, taken | cards, add_cards);
      }
    }
  }

  /// Stairs of as many pairs as `runs` has come to, with tops above a rank.
  void stairs(const Runs& runs, int over) {
    for_each_rank(runs.topping(runs.whole, over), [&](int low) {
      const int high = low + runs.length - 1;
      add_stairs(low, high, 0);
      if (!shape_.phoenix) return;
      for_each_rank(rank_range(low, high), [&](int phoenix_as) { add_stairs(low, high, phoenix_as); });
    });
    for_each_rank(runs.topping(runs.patched, over), [&](int low) {
      const int high = low + runs.length - 1;
      add_stairs(low, high, std::countr_zero(runs.short_ranks & rank_range(low, high)));
    });
  }

  void follow_stairs(int count, int over) {
    Runs runs = Runs::of_stairs(shape_);
    runs.grow_to(count);
    if (runs.any()) stairs(runs, over);
  }

  void add_stairs(int low, int high, int phoenix_as) {
    windows(low, high, 2, phoenix_as,
            [&](CardSet cards) { add(CombinationKind::Stairs, cards, 2 * (high - low + 1), high, phoenix_as); });
  }

  /// Straights as long as `runs` has come to, with tops above a rank.
  void straights(const Runs& runs, int over) {
    for_each_rank(runs.topping(runs.whole, over), [&](int low) {
      const int high = low + runs.length - 1;
      add_straight(low, high, 0);
      if (!shape_.phoenix) return;
      for_each_rank(rank_range(std::max(low, Two), high), [&](int phoenix_as) { add_straight(low, high, phoenix_as); });
    });
    for_each_rank(runs.topping(runs.patched, over), [&](int low) {
      const int high = low + runs.length - 1;
      add_straight(low, high, std::countr_zero(runs.short_ranks & rank_range(low, high)));
    });
  }

  void follow_straights(int length, int over) {
    Runs runs = Runs::of_straights(shape_);
    runs.grow_to(length);
    if (runs.any()) straights(runs, over);
  }

  void add_straight(int low, int high, int phoenix_as) {
    windows(low, high, 1, phoenix_as, [&](CardSet cards) {
      if constexpr (IsMerged<Suits>) {
        if (low == number(Rank::One)) cards.insert(Card::mahjong());
      } else if (phoenix_as == 0 && is_flush(cards)) {
        return;  // RULES 4.2: it is a bomb, and listed as one
      }
      add(CombinationKind::Straight, cards, high - low + 1, high, phoenix_as);
    });
  }

  static bool is_flush(CardSet cards) {
    const int suit = std::countr_zero(cards.bits()) / 16;
    return !cards.contains(Card::mahjong()) && (cards.bits() & ~(std::uint64_t{0xffff} << (16 * suit))) == 0;
  }

  /// The straight flushes whose lowest card is at bit `start`.
  void flushes_from(int start, const Combination& table) {
    const int low = start % 16;
    const std::uint64_t suit = std::uint64_t{0xffff} << (start - low);
    for (int high = low + MinStraight - 1; high <= Ace && ((shape_.natural >> (start + high - low)) & 1) != 0; ++high) {
      const CardSet cards(columns(low, high).bits() & suit);
      const Combination bomb{cards, CombinationKind::StraightFlush, static_cast<std::uint8_t>(high - low + 1),
                             static_cast<Rank>(high), Rank::None};
      if (!table.is_bomb() || beats(bomb, table)) *next_++ = bomb;
    }
  }

  const HandShape& shape_;
  CardSet hand_;
  Suits suits_;
  PlayList& plays_;
  Combination* next_;
};

/// Keeps the plays that a binding wish leaves (RULES 7.3, 7.4); nothing changes where it does not bind.
void apply_wish(const PlayQuery& query, PlayList& plays) {
  if (!is_natural(query.wish) || !query.hand.intersects(CardSet::of_rank(query.wish))) return;
  const bool binds =
      std::any_of(plays.begin(), plays.end(), [&](const Combination& play) { return play.fulfils(query.wish); });
  if (!binds) return;
  int kept = 0;
  for (int i = 0; i < plays.size(); ++i) {
    const bool may = plays[i].fulfils(query.wish) || (query.bomb_ignores_wish && plays[i].is_bomb());
    if (may) plays[kept++] = plays[i];
  }
  plays.resize(kept);
  plays.set_may_pass(false);
}

template <typename Suits>
void generate(const PlayQuery& query, const HandShape& shape, PlayList& plays) {
  plays.clear();
  Generator<Suits> generator(shape, query.hand, plays);
  if (query.out_of_turn) {
    if (!query.table.empty()) generator.bombs(query.table);
    generator.finish();
    plays.set_may_pass(true);
    return;
  }
  if (query.table.empty()) {
    generator.leads();
  } else {
    generator.follows(query.table);
  }
  generator.finish();
  plays.set_may_pass(!query.table.empty());
  apply_wish(query, plays);
}

bool has_run(Runs runs, int length, int over) {
  runs.grow_to(length);
  return runs.any_topping(over);
}

bool has_full_house(const HandShape& shape, int over) {
  const RankMask high = above(over);
  const auto other_than_only = [](RankMask candidates, RankMask ranks) {
    // a rank of `candidates` with another rank beside it in `ranks`
    return candidates != 0 && (ranks & (ranks - 1)) != 0;
  };
  if (other_than_only(shape.three & high, shape.two)) return true;
  if (!shape.phoenix) return false;
  return other_than_only(shape.three & high, shape.one) || other_than_only(shape.two & high, shape.two);
}

bool holds_bomb(const HandShape& shape, const Combination& table) {
  if (table.kind == CombinationKind::StraightFlush) {
    for (std::uint64_t starts = shape.flush_starts(); starts != 0; starts &= starts - 1) {
      const int start = std::countr_zero(starts);
      const int length = std::countr_one(shape.natural >> start);
      const int rank = start % 16 + length - 1;
      if (length > table.length || (length == table.length && rank > number(table.rank))) return true;
    }
    return false;
  }
  const int over = table.kind == CombinationKind::Quad ? number(table.rank) : 0;
  return (shape.four & above(over)) != 0 || shape.flush_starts() != 0;
}

}  // namespace

void exact_plays(const PlayQuery& query, PlayList& plays) { generate<EachCard>(query, HandShape(query.hand), plays); }

void canonical_plays(const PlayQuery& query, PlayList& plays) {
  const HandShape shape(query.hand);
  if (shape.flush_starts() == 0) {
    generate<AllMerged>(query, shape, plays);
  } else {
    generate<FlushCardsApart>(query, shape, plays);
  }
}

bool holds_bomb(CardSet hand, const Combination& table) { return holds_bomb(HandShape(hand), table); }

bool can_follow(CardSet hand, const Combination& table) {
  const int rank = number(table.rank);
  if (table.kind == CombinationKind::Single) {
    constexpr CardSet AboveAll{Card::phoenix(), Card::dragon()};
    return !table.is_dragon() && hand.intersects(columns(rank + 1, Ace) | AboveAll);
  }
  if (hand.size() < table.length) return false;
  const HandShape shape(hand);
  const RankMask high = above(rank);
  switch (table.kind) {
    case CombinationKind::Pair:
      return ((shape.phoenix ? shape.one : shape.two) & high) != 0;
    case CombinationKind::Triple:
      return ((shape.phoenix ? shape.two : shape.three) & high) != 0;
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
