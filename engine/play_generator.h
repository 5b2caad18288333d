#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <type_traits>

#include "engine/hand_shape.h"
#include "engine/plays.h"
#include "engine/suit_choices.h"

namespace tichu {

static_assert(std::endian::native == std::endian::little);  // for PlayGenerator::add

/// Lists the plays of one hand without regard to a wish. `Suits` says which cards of a rank are told apart; where it
/// tells none apart, the hand must hold no straight flush. Meant to be inlined into its callers, so that its members
/// stay in registers.
template <typename Suits>
class PlayGenerator {
 public:
  /// Lists into `plays`, whose former content is gone; its size is set by `finish`.
  PlayGenerator(const HandShape& shape, const Suits& suits, PlayList& plays)
      : shape_(shape), suits_(suits), plays_(plays), next_(plays.data()) {}

  void finish() { plays_.resize(static_cast<int>(next_ - plays_.data())); }

  /// Every lead, bombs included.
  void leads() {
    lead_singles();
    if (shape_.phoenix()) {
      lead_groups(std::true_type());
    } else {
      lead_groups(std::false_type());
    }
    bombs({});
  }

  /// Everything that beats a single, bombs included.
  void follow_single(const Combination& table) {
    higher_singles(table);
    bombs(table);
  }

  /// Everything that beats a combination of several cards, bombs included.
  void follow_group(const Combination& table) {
    const int rank = number(table.rank);
    switch (table.kind) {
      case CombinationKind::Pair:
        pairs(rank, shape_.phoenix());
        break;
      case CombinationKind::Triple:
        triples(rank, shape_.phoenix());
        break;
      case CombinationKind::FullHouse:
        full_houses(rank, shape_.phoenix());
        break;
      case CombinationKind::Stairs:
        stairs(grown(Runs::of_stairs(shape_), table.length / 2), rank, shape_.phoenix());
        break;
      case CombinationKind::Straight:
        straights(grown(Runs::of_straights(shape_), table.length), rank, shape_.phoenix());
        break;
      default:
        break;
    }
    bombs(table);
  }

  /// The bombs that beat `table`; all bombs if it is empty.
  void bombs(const Combination& table) {
    if (shape_.four() != 0) quads(table);
    if constexpr (Suits::TellsApart) flushes(table);
  }

 private:
  static Runs grown(Runs runs, int length) {
    runs.grow_to(length);
    return runs;
  }

  /// The numbers of a play beside its cards.
  struct Numbers {
    int length;
    int rank;
    int phoenix_as = 0;
  };

  /// Adds a play; its four small members are written as one word, which the compiler does not do by itself.
  void add(CombinationKind kind, CardSet cards, Numbers play) {
    assert(next_ < plays_.data() + MostPlays);
    const auto members =
        static_cast<std::uint32_t>(static_cast<int>(kind) | play.length << 8 | play.rank << 16 | play.phoenix_as << 24);
    next_->cards = cards;
    std::memcpy(&next_->kind, &members, sizeof members);
    ++next_;
  }

  /// Adds the plays that take `k` natural cards of one of the ranks.
  void add_of_ranks(CombinationKind kind, RankMask ranks, int k) {
    for_each_rank(ranks, [&](int rank) {
      suits_.each(rank, k, [&](CardSet cards) { add(kind, cards, {.length = k, .rank = rank}); });
    });
  }

  /// The same with the Phoenix as one card more.
  void add_with_phoenix(CombinationKind kind, RankMask ranks, int k) {
    for_each_rank(ranks, [&](int rank) {
      suits_.each(rank, k, [&](CardSet cards) {
        add(kind, cards | Card::phoenix(), {.length = k + 1, .rank = rank, .phoenix_as = rank});
      });
    });
  }

  // In what follows `phoenix` says whether the hand holds the Phoenix: a bool, or std::true_type or std::false_type
  // where the function is compiled for one of the two alone.

  template <typename Phoenix>
  void lead_groups(Phoenix phoenix) {
    if (shape_.two() != 0 || phoenix) {
      pairs(0, phoenix);
      triples(0, phoenix);
      full_houses(0, phoenix);
      Runs runs = Runs::of_stairs(shape_);
      for (runs.grow(); runs.any(); runs.grow()) stairs(runs, 0, phoenix);
    }
    Runs runs = Runs::of_straights(shape_);
    for (runs.grow_to(MinStraight); runs.any(); runs.grow()) straights(runs, 0, phoenix);
  }

  void add_special(Card card, int rank) { add(CombinationKind::Single, card, {.length = 1, .rank = rank}); }

  void lead_singles() {
    if (shape_.dog()) add_special(Card::dog(), 0);
    if (shape_.mahjong()) add_special(Card::mahjong(), 1);
    if constexpr (Suits::TellsApart) {
      add_of_ranks(CombinationKind::Single, shape_.one(), 1);
    } else {
      lead_lowest_of_each_rank();
    }
    if (shape_.phoenix()) add_special(Card::phoenix(), 1);
    if (shape_.dragon()) add_special(Card::dragon(), number(Rank::Dragon));
  }

  /// Adds a single of each rank that the hand holds. Without branches: how many there are is hard to predict.
  void lead_lowest_of_each_rank() {
    const RankMask held = shape_.one();
    for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
      add(CombinationKind::Single, suits_.lowest(1) & column(rank), {.length = 1, .rank = rank});
      next_ -= (held >> rank & 1) == 0 ? 1 : 0;
    }
  }

  void higher_singles(const Combination& table) {
    if (table.is_dog() || table.is_dragon()) return;
    add_of_ranks(CombinationKind::Single, shape_.one() & ranks_above(number(table.rank)), 1);
    if (shape_.phoenix()) add_special(Card::phoenix(), number(table.rank));
    if (shape_.dragon()) add_special(Card::dragon(), number(Rank::Dragon));
  }

  template <typename Phoenix>
  void pairs(int over, Phoenix phoenix) {
    add_of_ranks(CombinationKind::Pair, shape_.two() & ranks_above(over), 2);
    if (phoenix) add_with_phoenix(CombinationKind::Pair, shape_.one() & ranks_above(over), 1);
  }

  template <typename Phoenix>
  void triples(int over, Phoenix phoenix) {
    add_of_ranks(CombinationKind::Triple, shape_.three() & ranks_above(over), 3);
    if (phoenix) add_with_phoenix(CombinationKind::Triple, shape_.two() & ranks_above(over), 2);
  }

  template <typename Phoenix>
  void full_houses(int over, Phoenix phoenix) {
    full_houses_of(shape_.three() & ranks_above(over), 3, shape_.two(), 2);
    if (!phoenix) return;
    full_houses_of(shape_.three() & ranks_above(over), 3, shape_.one(), 1);
    full_houses_of(shape_.two() & ranks_above(over), 2, shape_.two(), 2);
  }

  /// Full houses of `in_triple` cards of each rank in `triples` and `in_pair` of each rank in `pairs`, the Phoenix
  /// among them if one of the two numbers is short of it.
  void full_houses_of(RankMask triples, int in_triple, RankMask pairs, int in_pair) {
    const CardSet with = in_triple + in_pair == 4 ? CardSet(Card::phoenix()) : CardSet();
    for_each_rank(triples, [&](int triple) {
      suits_.each(triple, in_triple, [&](CardSet three) {
        for_each_rank(pairs & ~(RankMask{1} << triple), [&](int pair) {
          const int phoenix_as = with.empty() ? 0 : in_triple == 2 ? triple : pair;
          suits_.each(pair, in_pair, [&](CardSet two) {
            add(CombinationKind::FullHouse, three | two | with,
                {.length = 5, .rank = triple, .phoenix_as = phoenix_as});
          });
        });
      });
    });
  }

  /// Calls `whole(low, high)` for the complete runs that `runs` has come to, with tops above a rank, and
  /// `with_phoenix(low, high, phoenix_as)` for those in which the Phoenix stands for a rank: any of a complete run (but
  /// the Mahjong's), or the one that is short of a card.
  template <typename Phoenix, typename Whole, typename WithPhoenix>
  void each_run(const Runs& runs, int over, Phoenix phoenix, Whole whole, WithPhoenix with_phoenix) {
    for_each_rank(runs.topping(runs.whole, over), [&](int low) {
      const int high = low + runs.length - 1;
      whole(low, high);
      if (!phoenix) return;
      for_each_rank(rank_range(std::max(low, LowestNatural), high),
                    [&](int phoenix_as) { with_phoenix(low, high, phoenix_as); });
    });
    for_each_rank(runs.topping(runs.patched, over), [&](int low) {
      const int high = low + runs.length - 1;
      with_phoenix(low, high, std::countr_zero(runs.short_ranks & rank_range(low, high)));
    });
  }

  template <typename Phoenix>
  void stairs(const Runs& runs, int over, Phoenix phoenix) {
    const auto add_stairs = [&](CardSet cards, int high, int phoenix_as) {
      add(CombinationKind::Stairs, cards, {.length = 2 * runs.length, .rank = high, .phoenix_as = phoenix_as});
    };
    each_run(
        runs, over, phoenix,
        [&](int low, int high) {
          suits_.each_window(low, high, 2, [&](CardSet cards) { add_stairs(cards, high, 0); });
        },
        [&](int low, int high, int phoenix_as) {
          suits_.each_phoenix_window(low, high, 2, phoenix_as,
                                     [&](CardSet cards) { add_stairs(cards, high, phoenix_as); });
        });
  }

  template <typename Phoenix>
  void straights(const Runs& runs, int over, Phoenix phoenix) {
    const auto add_straight = [&](CardSet cards, int high, int phoenix_as) {
      add(CombinationKind::Straight, cards, {.length = runs.length, .rank = high, .phoenix_as = phoenix_as});
    };
    each_run(
        runs, over, phoenix,
        [&](int low, int high) {
          suits_.each_window(low, high, 1, [&](CardSet cards) {
            if constexpr (Suits::TellsApart) {
              if (is_flush(cards)) return;  // RULES 4.2: it is a bomb, and listed as one
            }
            add_straight(cards, high, 0);
          });
        },
        [&](int low, int high, int phoenix_as) {
          suits_.each_phoenix_window(low, high, 1, phoenix_as,
                                     [&](CardSet cards) { add_straight(cards, high, phoenix_as); });
        });
  }

  /// Whether the cards of a straight are of one suit, the Mahjong not among them.
  static bool is_flush(CardSet cards) {
    const std::uint64_t suit = std::uint64_t{0xffff} << (std::countr_zero(cards.bits()) & ~15);
    return (cards.bits() & ~(suit & CardSet::SuitCards)) == 0;
  }

  void quads(const Combination& table) {
    if (table.kind == CombinationKind::StraightFlush) return;
    const int over = table.kind == CombinationKind::Quad ? number(table.rank) : 0;
    for_each_rank(shape_.four() & ranks_above(over),
                  [&](int rank) { add(CombinationKind::Quad, column(rank), {.length = 4, .rank = rank}); });
  }

  void flushes(const Combination& table) {
    for (std::uint64_t starts = shape_.flush_starts(); starts != 0; starts &= starts - 1) {
      flushes_from(std::countr_zero(starts), table);
    }
  }

  /// The straight flushes whose lowest card is at bit `start`.
  void flushes_from(int start, const Combination& table) {
    const int low = start % 16;
    const std::uint64_t suit = std::uint64_t{0xffff} << (start - low);
    for (int high = low + MinStraight - 1;
         high <= HighestNatural && ((shape_.natural() >> (start + high - low)) & 1) != 0; ++high) {
      const CardSet cards(columns(low, high).bits() & suit);
      const Combination bomb{cards, CombinationKind::StraightFlush, static_cast<std::uint8_t>(high - low + 1),
                             static_cast<Rank>(high), Rank::None};
      if (!table.is_bomb() || beats(bomb, table)) *next_++ = bomb;
    }
  }

  const HandShape& shape_;
  Suits suits_;
  PlayList& plays_;
  Combination* next_;
};

}  // namespace tichu
