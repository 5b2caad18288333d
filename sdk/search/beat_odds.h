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
  HandShape shape;
  RankMask one;  ///< ranks 2..A with at least one card
  RankMask two;  ///< with at least two
  RankMask exactly_two;
  RankMask exactly_three;
  RankMask four;
};

/// A quick estimate of how likely one seat beats a combination, bombs apart. Each unseen card is taken to lie with the
/// seat with the same chance, and the ranks to be independent. Answers are kept, since a decision asks for the same
/// ones again and again.
class BeatOdds {
 public:
  /// Of a seat that holds `cards` of the `unseen` cards, which must outlive this; 0 cards for one that is out.
  BeatOdds(const UnseenCards& unseen, int cards);

  /// The chance, 0..1, that the seat beats `play`; 0 if no unseen cards, or too few cards in the hand, would do.
  float beats(const Combination& play) {
    if (play.length > cards_) return 0;
    const auto kind = static_cast<std::size_t>(play.kind);
    const bool is_kept = kind < Kinds && (kept_[kind] >> number(play.rank) & 1) != 0;
    return is_kept ? odds_[kind][static_cast<std::size_t>(number(play.rank))] : estimate(play);
  }

 private:
  static constexpr std::size_t Kinds = static_cast<std::size_t>(CombinationKind::Triple) + 1;  ///< whose odds are kept

  float estimate(const Combination& play);
  float single(int rank) const;
  float pair(RankMask higher) const;
  float triple(RankMask higher) const;
  float stairs(int pairs, int rank) const;
  float straight(int length, int rank) const;

  const UnseenCards& unseen_;
  int cards_;
  float lacks_;     ///< the chance that the seat lacks a given unseen card
  float two_of_3_;  ///< the chance that it holds at least two of three given cards
  float two_of_4_;
  std::array<std::uint16_t, Kinds> kept_{};  ///< the ranks whose odds are kept, by kind
  std::array<std::array<float, 16>, Kinds> odds_;
};

}  // namespace tichu
