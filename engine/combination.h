#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/card_set.h"
#include "engine/words.h"

namespace tichu {

/// The types of RULES 4. `None` is an empty table, or no play.
enum class CombinationKind : std::uint8_t {
  None,
  Single,
  Pair,
  Triple,
  Stairs,
  FullHouse,
  Straight,
  Quad,
  StraightFlush,
};

constexpr std::array<std::string_view, 9> words_of(CombinationKind) {
  return {"none", "single", "pair", "triple", "stairs", "full_house", "straight", "quad", "straight_flush"};
}

/// The fewest cards of a straight (RULES 4.1).
constexpr int MinStraight = 5;

/// A combination: cards and what they are. Cards alone do not tell a play: 5-6-7-8-Phoenix is two straights, so
/// what the Phoenix stands for is part of the value.
struct Combination {
  CardSet cards;
  CombinationKind kind = CombinationKind::None;
  /// How many cards, 0..14.
  std::uint8_t length = 0;
  /// What is compared (RULES 5.1, 5.2): the triple's rank of a full house, the top rank of stairs and
  /// straights; None for the Dog. A lone Phoenix has the rank of the single that it is half a point
  /// above: One when led.
  Rank rank = Rank::None;
  /// The rank 2..A that the Phoenix stands for; None without a Phoenix and for a lone Phoenix.
  Rank phoenix_as = Rank::None;

  constexpr bool empty() const { return kind == CombinationKind::None; }
  constexpr bool is_bomb() const { return kind >= CombinationKind::Quad; }
  constexpr bool is_lone_phoenix() const { return kind == CombinationKind::Single && cards.contains(Card::phoenix()); }
  constexpr bool is_dog() const { return kind == CombinationKind::Single && cards.contains(Card::dog()); }
  constexpr bool is_dragon() const { return kind == CombinationKind::Single && cards.contains(Card::dragon()); }
  /// Twice the value that is compared, so that the Phoenix's half points are whole (RULES 5.2).
  constexpr int half_points() const { return 2 * number(rank) + (is_lone_phoenix() ? 1 : 0); }
  /// True if a natural card of `wish` is among the cards (RULES 7.2; the Phoenix never fulfils).
  constexpr bool fulfils(Rank wish) const { return is_natural(wish) && cards.intersects(CardSet::of_rank(wish)); }
  friend constexpr bool operator==(const Combination&, const Combination&) = default;
};
static_assert(sizeof(Combination) == 16);

/// All combinations that a set of cards can be when led: none, one, or two if the Phoenix can stand for
/// two ranks (RULES 4.3). The first is the highest, which is meant if nothing else is said.
struct Readings {
  std::array<Combination, 2> options{};
  int count = 0;
};
Readings readings(CardSet cards);

/// What `cards` are when played on `table` (empty for a lead), the Phoenix standing for `phoenix_as` (None:
/// the highest reading that beats the table, or the highest of all if none does). A lone Phoenix takes
/// its value from the table. nullopt if the cards are not a combination, or not with that Phoenix.
std::optional<Combination> read_combination(CardSet cards, const Combination& table, Rank phoenix_as = Rank::None);

/// Whether `play` may lie on `table` by RULES 5 (a lead, on an empty table, is always higher). The Dog beats
/// nothing and nothing beats it. A lone Phoenix must have been read on this table.
constexpr bool beats(const Combination& play, const Combination& table) {
  if (table.empty()) return !play.empty();
  if (play.empty() || play.is_dog() || table.is_dog()) return false;
  if (play.is_bomb()) {
    if (!table.is_bomb()) return true;
    if (play.length != table.length) return play.length > table.length;
    return play.rank > table.rank;
  }
  if (play.kind != table.kind || play.length != table.length) return false;
  return !table.is_dragon() && play.half_points() > table.half_points();
}

}  // namespace tichu
