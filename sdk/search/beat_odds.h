#pragma once

#include <array>
#include <cstdint>

#include "engine/combination.h"
#include "engine/hand_shape.h"

namespace tichu {

/// The cards that a seat has not seen, and how many of each rank.
struct UnseenCards {
  explicit UnseenCards(CardSet unseen);

  CardSet cards;
  int count;
  int above_all;  ///< how many of Dragon and Phoenix
  HandShape shape;
  RankMask one;  ///< ranks 2..A with at least one card
  RankMask two;  ///< with at least two
  RankMask exactly_two;
  RankMask exactly_three;
  RankMask four;
};

/// What follows from how many of the unseen cards a seat holds alone, with powers by exponent; beat_odds.cpp keeps a
/// table of these.
struct HoldingOdds {
  float has = 0;                        ///< the chance that the seat holds a given unseen card
  float two_of_3 = 0;                   ///< the chance that it holds at least two of three given cards
  float two_of_4 = 0;                   ///< of four
  float three_of_3 = 0;                 ///< all of three
  std::array<float, 56> lacks;          ///< powers of the chance that it lacks a given card
  std::array<float, 14> no_two_of_2;    ///< powers of the chance that it has not both of two cards of a rank
  std::array<float, 14> no_two_of_3;    ///< not two of three
  std::array<float, 14> no_two_of_4;    ///< not two of four
  std::array<float, 14> no_three_of_3;  ///< not all of three
  std::array<float, 14> no_three_of_4;  ///< not three of four
};

/// A quick estimate of how likely one seat beats a combination, bombs apart. Each unseen card is taken to lie with the
/// seat with the same chance, and the ranks to be independent.
class BeatOdds {
 public:
  /// Of a seat that holds `cards` of the `unseen` cards, which must outlive this; 0 cards for one that is out.
  BeatOdds(const UnseenCards& unseen, int cards);

  /// The chance, 0..1, that the seat beats `play`; 0 if no unseen cards, or too few cards in the hand, would do.
  float beats(const Combination& play) const {
    if (play.length > cards_) return 0;
    if (play.kind != CombinationKind::Single) return group(play);
    return play.is_dog() || play.is_dragon() ? 0.0f : single(number(play.rank));
  }

 private:
  float single(int rank) const {
    const int higher = rank >= HighestNatural ? 0 : (unseen_.cards & columns(rank + 1, HighestNatural)).size();
    return 1 - odds_.lacks[static_cast<std::size_t>(higher) + static_cast<std::size_t>(unseen_.above_all)];
  }
  float group(const Combination& play) const;
  float pair(RankMask higher) const;
  float triple(RankMask higher) const;
  float stairs(int pairs, int rank) const;
  float straight(int length, int rank) const;

  const UnseenCards& unseen_;
  const HoldingOdds& odds_;
  int cards_;
};

}  // namespace tichu
