#pragma once

#include <bit>

#include "engine/follow.h"
#include "engine/hand_shape.h"
#include "sdk/search/clues.h"

// What a clue says of a hand, as numbers that a weight can be put to: the features of Belief. They are counts of ranks,
// found with some operations on masks, since they are asked for a hundred times for each guess.

namespace tichu {

/// The ranks of a hand by what can be done with them.
struct HandRanks {
  explicit HandRanks(CardSet cards)
      : hand(cards), shape(cards), one(shape.one()), two(shape.two()), three(shape.three()) {
    const RankMask starts = one & (one >> 1) & (one >> 2) & (one >> 3) & (one >> 4);
    runs = starts | (starts << 1) | (starts << 2) | (starts << 3) | (starts << 4);
    loose = one & ~two & ~runs;
    pairs = two & ~three;
  }
  CardSet hand;
  HandShape shape;
  RankMask one;    ///< at least one card
  RankMask two;    ///< at least two
  RankMask three;  ///< at least three
  RankMask runs;   ///< that belong to straights
  RankMask loose;  ///< one card, and in no straight
  RankMask pairs;  ///< exactly two
};

namespace clue_features {

// Where the features of each kind of clue begin, and how many they are.
constexpr int PassContexts = 6;
constexpr int PassSingle = 0;
constexpr int PassSingleCount = 9;
constexpr int PassPair = PassSingle + PassContexts * PassSingleCount;
constexpr int PassPairCount = 5;
constexpr int PassGroup = PassPair + PassContexts * PassPairCount;
constexpr int PassGroupCount = 5;
constexpr int FollowSingle = PassGroup + PassContexts * PassGroupCount;
constexpr int FollowSingleCount = 8;
constexpr int FollowPair = FollowSingle + 2 * FollowSingleCount;
constexpr int FollowPairCount = 3;
constexpr int LeadSingle = FollowPair + 2 * FollowPairCount;
constexpr int LeadSingleCount = 7;
constexpr int LeadPair = LeadSingle + LeadSingleCount;
constexpr int LeadPairCount = 5;
constexpr int LeadGroup = LeadPair + LeadPairCount;
constexpr int LeadGroupCount = 4;
constexpr int Calls = LeadGroup + LeadGroupCount;
constexpr int CallCount = 15;
constexpr int Gifts = Calls + 3 * CallCount;
constexpr int GiftCount = 5;
constexpr int Holds = Gifts + 2 * GiftCount;
constexpr int HoldsContexts = 16;
constexpr int HoldsCount = 17;
constexpr int Count = Holds + HoldsContexts * HoldsCount;

constexpr RankMask Natural = rank_range(LowestNatural, HighestNatural);
constexpr RankMask UpToTen = rank_range(2, 10);
constexpr RankMask JackToKing = rank_range(11, 13);
constexpr RankMask Ace = rank_range(14, 14);
constexpr RankMask Low = rank_range(2, 9);

constexpr RankMask ranks_below(int rank) { return (RankMask{1} << rank) - 1; }
constexpr float count_of(RankMask ranks) { return static_cast<float>(std::popcount(ranks)); }

/// Adds 1 for a feature that is there.
template <typename Add>
void add_if(bool there, int feature, Add add) {
  if (there) add(feature, 1.0f);
}

/// What a pass on a single left in the hand.
template <typename Add>
void pass_single(const Clue& clue, const HandRanks& held, Add add) {
  if (clue.table.is_dragon()) return;
  const int at = PassSingle + clue.context * PassSingleCount;
  const RankMask above = ranks_above(number(clue.table.rank)) & Natural;
  const RankMask loose = held.loose & above;
  add_if((loose & UpToTen) != 0, at, add);
  add_if((loose & JackToKing) != 0, at + 1, add);
  add_if((loose & Ace) != 0, at + 2, add);
  add_if((held.two & above & Ace) != 0, at + 3, add);
  add_if((held.pairs & above & ~Ace) != 0, at + 4, add);
  add_if((held.one & above & ~held.loose & ~held.pairs) != 0, at + 5, add);
  add_if(held.shape.phoenix(), at + 6, add);
  add_if(held.shape.dragon(), at + 7, add);
  add_if(std::popcount(loose & (UpToTen | JackToKing)) > 1, at + 8, add);
}

/// What a pass on a pair left in the hand.
template <typename Add>
void pass_pair(const Clue& clue, const HandRanks& held, Add add) {
  const int at = PassPair + clue.context * PassPairCount;
  const RankMask above = ranks_above(number(clue.table.rank)) & Natural;
  const RankMask pairs = held.pairs & above;
  add_if((pairs & UpToTen) != 0, at, add);
  add_if((pairs & JackToKing) != 0, at + 1, add);
  add_if((held.two & above & Ace) != 0, at + 2, add);
  add_if((held.three & above & ~Ace) != 0, at + 3, add);
  add_if(held.shape.phoenix() && (held.one & above & ~held.two) != 0, at + 4, add);
}

/// What a pass on anything else left in the hand.
template <typename Add>
void pass_group(const Clue& clue, const HandRanks& held, Add add) {
  const int at = PassGroup + clue.context * PassGroupCount;
  if (clue.table.is_bomb()) return;
  add_if(held.shape.four() != 0, at + 4, add);
  if (!can_follow_group(held.hand, clue.table)) return;
  const bool is_triple = clue.table.kind == CombinationKind::Triple;
  const bool is_full_house = clue.table.kind == CombinationKind::FullHouse;
  const bool is_straight = clue.table.kind == CombinationKind::Straight;
  add(at + (is_triple ? 0 : is_full_house ? 1 : is_straight ? 2 : 3), 1.0f);
}

/// What could have been played instead.
template <typename Add>
void follow(const Clue& clue, const HandRanks& held, Add add) {
  const int rank = number(clue.play.rank);
  const int partner_owns = clue.context >= 4 ? 1 : 0;
  const RankMask above = ranks_above(number(clue.table.rank)) & Natural;
  const RankMask own = RankMask{1} << rank;
  if (clue.play.kind == CombinationKind::Pair) {
    const int at = FollowPair + partner_owns * FollowPairCount;
    add(at, count_of(held.pairs & above & ranks_below(rank)));
    add_if((held.three & own) != 0, at + 1, add);
    return;
  }
  if (clue.play.kind != CombinationKind::Single) return;
  const int at = FollowSingle + partner_owns * FollowSingleCount;
  if (clue.play.is_lone_phoenix() || clue.play.is_dragon()) {
    add(at, count_of(held.loose & above & ~Ace));
    add_if((held.one & above & Ace) != 0, at + 1, add);
    add_if(clue.play.is_dragon() && held.shape.phoenix(), at + 2, add);
    return;
  }
  add(at + 3, count_of(held.loose & above & ranks_below(rank)));
  add_if((held.two & own) != 0, at + (rank == HighestNatural ? 7 : 4), add);
  add_if((held.one & own & ~held.loose & ~held.two) != 0, at + 5, add);
  add_if(held.shape.dragon() && rank < HighestNatural, at + 6, add);
}

/// What could have been led instead.
template <typename Add>
void lead(const Clue& clue, const HandRanks& held, Add add) {
  const int rank = number(clue.play.rank);
  const RankMask lower = ranks_below(rank);
  const RankMask own = RankMask{1} << rank;
  if (clue.play.kind == CombinationKind::Single) {
    if (clue.play.is_dog() || clue.play.is_lone_phoenix()) return;
    add(LeadSingle, count_of(held.loose & lower));
    add(LeadSingle + 1, count_of(held.pairs & lower));
    add_if((held.two & own) != 0, LeadSingle + 2, add);
    add_if(held.shape.dog(), LeadSingle + 3, add);
    add(LeadSingle + 4, count_of(held.three & Low));
    add_if((held.one & ~held.two & ~held.loose & Low) != 0, LeadSingle + 5, add);
    add_if(held.shape.phoenix(), LeadSingle + 6, add);
  } else if (clue.play.kind == CombinationKind::Pair) {
    add(LeadPair, count_of(held.pairs & lower));
    add(LeadPair + 1, count_of(held.loose & Low));
    add_if((held.three & own) != 0, LeadPair + 2, add);
    add_if(held.shape.dog(), LeadPair + 3, add);
    add_if(held.shape.phoenix(), LeadPair + 4, add);
  } else {
    add(LeadGroup, count_of(held.loose & Low));
    add_if(held.shape.dog(), LeadGroup + 1, add);
    add_if(held.shape.phoenix(), LeadGroup + 2, add);
    add(LeadGroup + 3, count_of(held.pairs & Low));
  }
}

/// How strong the hand is, in the first of the features of calls and of hands that are left.
template <typename Add>
void strength(int at, const HandRanks& held, Add add) {
  add(at, static_cast<float>(held.hand.count(Rank::Ace)));
  add(at + 1, static_cast<float>(held.hand.count(Rank::King)));
  add_if(held.shape.dragon(), at + 2, add);
  add_if(held.shape.phoenix(), at + 3, add);
  add_if(held.shape.dog(), at + 4, add);
  add_if(held.shape.mahjong(), at + 5, add);
}

/// Who calls is strong, and who does not is not.
template <typename Add>
void call(const Clue& clue, const HandRanks& held, Add add) {
  const int at = Calls + CallCount * (static_cast<int>(clue.kind) - static_cast<int>(Clue::Kind::Tichu));
  strength(at, held, add);
  add(at + 6, count_of(held.loose & Low));
  add(at + 7, count_of(held.pairs & Low));
  add_if(held.shape.four() != 0, at + 8, add);
  add(at + 9, count_of(held.three));
  add(at + 10, count_of(held.loose & ~Low));
  add(at + 11, count_of(held.pairs & ~Low));
  add(at + 12, count_of(held.runs));
  add_if(held.runs != 0, at + 13, add);
  add(at + 14, count_of(held.one));
}

/// What hands are like that are left after so much play.
template <typename Add>
void holds(const Clue& clue, const HandRanks& held, Add add) {
  const int at = Holds + HoldsCount * clue.context;
  strength(at, held, add);
  add(at + 6, count_of(held.loose & Low));
  add(at + 7, count_of(held.loose & ~Low));
  add(at + 8, count_of(held.pairs & Low));
  add(at + 9, count_of(held.pairs & ~Low));
  add(at + 10, count_of(held.three));
  add_if(held.shape.four() != 0, at + 11, add);
  add(at + 12, count_of(held.runs));
  add_if(held.runs != 0, at + 13, add);
  add(at + 14, count_of(held.one));
  add_if(held.three != 0 && (held.pairs != 0 || std::popcount(held.three) > 1), at + 15, add);
  add(at + 16, count_of(held.pairs & (held.pairs >> 1)));
}

/// What could have been given instead.
template <typename Add>
void gift(const Clue& clue, const HandRanks& held, Add add) {
  const bool to_partner = clue.kind == Clue::Kind::GiftToPartner;
  const int at = Gifts + (to_partner ? GiftCount : 0);
  if (clue.play.is_dog() || clue.play.is_dragon() || clue.play.is_lone_phoenix()) return;
  const int rank = number(clue.play.rank);
  const RankMask better = to_partner ? ranks_above(rank) & Natural : ranks_below(rank);
  const RankMask own = RankMask{1} << rank;
  add(at, count_of(held.loose & better));
  add_if((held.one & own) != 0, at + 1, add);
  add_if((held.two & own) != 0, at + 2, add);
  add_if(to_partner ? held.shape.dragon() : held.shape.dog(), at + 3, add);
  add_if(to_partner ? held.shape.phoenix() : held.shape.mahjong(), at + 4, add);
}

}  // namespace clue_features

/// Calls `add(feature, value)` for what a clue says if `held` is what the seat held then: each feature is below
/// clue_features::Count, and comes at most once.
template <typename Add>
void for_each_feature(const Clue& clue, const HandRanks& held, Add add) {
  switch (clue.kind) {
    case Clue::Kind::Pass:
      if (clue.table.kind == CombinationKind::Single) return clue_features::pass_single(clue, held, add);
      if (clue.table.kind == CombinationKind::Pair) return clue_features::pass_pair(clue, held, add);
      return clue_features::pass_group(clue, held, add);
    case Clue::Kind::Follow:
      return clue_features::follow(clue, held, add);
    case Clue::Kind::Lead:
      return clue_features::lead(clue, held, add);
    case Clue::Kind::GiftToOpponent:
    case Clue::Kind::GiftToPartner:
      return clue_features::gift(clue, held, add);
    case Clue::Kind::Holds:
      return clue_features::holds(clue, held, add);
    case Clue::Kind::Tichu:
    case Clue::Kind::GrandTichu:
    case Clue::Kind::NoCall:
      return clue_features::call(clue, held, add);
  }
}

}  // namespace tichu
