#pragma once

#include <cstdint>
#include <string>

#include "engine/action.h"
#include "engine/card_set.h"
#include "engine/combination.h"

namespace tichu::training {

/// The version of the table of action ids. It is raised with every change of what a number means.
inline constexpr int ActionTableVersion = 1;

/// Where each kind of action begins in the table of ids. The first 1,512 are what may be played,
/// with merged suits; only straight flushes name their suit. The others answer the remaining decisions.
struct ActionIds {
  static constexpr int Pass = 0;
  static constexpr int Singles = 1;             ///< Dog, Mahjong, 2..A, Phoenix, Dragon
  static constexpr int Pairs = 18;              ///< by rank
  static constexpr int PhoenixPairs = 31;       ///< by rank
  static constexpr int Triples = 44;            ///< by rank
  static constexpr int PhoenixTriples = 57;     ///< by rank
  static constexpr int FullHouses = 70;         ///< by the triple's rank, then the pair's
  static constexpr int PairPhoenixes = 226;     ///< the same, the Phoenix in the pair
  static constexpr int TriplePhoenixes = 382;   ///< the same, the Phoenix in the triple
  static constexpr int Stairs = 538;            ///< by number of pairs, then the top rank
  static constexpr int PhoenixStairs = 595;     ///< then what the Phoenix stands for
  static constexpr int Straights = 834;         ///< by length, then the top rank
  static constexpr int PhoenixStraights = 889;  ///< then what the Phoenix stands for
  static constexpr int Quads = 1319;            ///< by rank
  static constexpr int StraightFlushes = 1332;  ///< by length, then the top rank, then the suit
  static constexpr int GrandTichu = 1512;       ///< no, yes
  static constexpr int Tichu = 1514;            ///< no, yes
  static constexpr int PushedCard = 1516;       ///< by place in the deck (Card::from_index)
  static constexpr int Wish = 1572;             ///< none, 2..A
  static constexpr int DragonGift = 1586;       ///< to the right, to the left
  static constexpr int NoBomb = 1588;
  static constexpr int Count = 1589;
  /// Ids below this one are passes and plays.
  static constexpr int Plays = GrandTichu;
};

/// What an id below ActionIds::Plays stands for, whatever the hand.
struct PlayShape {
  CombinationKind kind = CombinationKind::None;
  std::uint8_t length = 0;       ///< cards
  Rank rank = Rank::None;        ///< as in Combination; of a lone Phoenix None
  Rank pair = Rank::None;        ///< the pair's rank of a full house
  Rank phoenix_as = Rank::None;  ///< as in Combination
  Suit suit = Suit::Jade;        ///< of a straight flush
  bool lone_phoenix = false;
};

/// The shape of an id; `id` must be 0..ActionIds::Plays - 1. The pass has the kind None.
const PlayShape& shape_of(int id);

/// The id of a combination, which must be one of RULES 4. An empty one is the pass.
int id_of(const Combination& play);

/// The play that an id stands for from `hand` on `table`; it must be possible. Of a rank's cards those are taken that
/// belong to no straight flush of the hand, then those at the end of one; of equals the lowest suits. It is one of
/// `canonical_plays`.
Combination play_of(int id, CardSet hand, const Combination& table);

/// The id as words, such as "straight 5-9 (Phoenix 7)", "push 7j" or "no bomb"; `id` must be 0..ActionIds::Count - 1.
std::string name_of(int id);

/// The place of a card in the unshuffled deck, 0..55; the inverse of Card::from_index.
constexpr int index_of(Card card) {
  if (card == Card::mahjong()) return 52;
  if (card == Card::dog()) return 53;
  if (card == Card::phoenix()) return 54;
  if (card == Card::dragon()) return 55;
  return 4 * (number(card.rank()) - LowestNatural) + static_cast<int>(card.suit());
}

// The ids of the answers that name a card, a rank or a side, and back.

constexpr int id_of_push(Card card) { return ActionIds::PushedCard + index_of(card); }
constexpr Card pushed_card(int id) { return Card::from_index(id - ActionIds::PushedCard); }

/// Rank::None is no wish.
constexpr int id_of_wish(Rank rank) { return ActionIds::Wish + (rank == Rank::None ? 0 : number(rank) - 1); }
constexpr Rank wished_rank(int id) {
  return id == ActionIds::Wish ? Rank::None : static_cast<Rank>(id - ActionIds::Wish + 1);
}

/// Side::Right or Side::Left.
constexpr int id_of_gift(Side to) { return ActionIds::DragonGift + (to == Side::Left ? 1 : 0); }
constexpr Side gift_side(int id) { return id == ActionIds::DragonGift ? Side::Right : Side::Left; }

}  // namespace tichu::training
