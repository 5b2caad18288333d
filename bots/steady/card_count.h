#pragma once

#include <array>

#include "bots/steady/seat_view.h"

namespace tichu::steady {

/// What the cards that were not seen yet can do: how likely each other seat can beat a combination. The estimate takes
/// each unseen card to lie with each seat in proportion to the seats' hands, and the ranks to be independent; it is 0
/// exactly if no cards that the seat may hold would beat the combination. Bombs are left out.
class CardCount {
 public:
  explicit CardCount(const SeatView& view);

  /// The chance, 0..1, that `side` can beat `play` without a bomb; 0 for a seat that is out.
  float beats(Side side, const Combination& play) const;
  /// The chance, 0..1, that neither opponent can beat `play`: 1 exactly for a combination that cannot be beaten but
  /// by a bomb.
  float holds(const Combination& play) const;

 private:
  static constexpr int Ranks = 16;
  using ByRank = std::array<float, Ranks>;  ///< the chance to beat rank r

  /// One other seat's chances.
  struct Threat {
    ByRank single{}, pair{}, triple{}, full_house{};
    std::array<ByRank, 8> stairs{};     ///< by pairs
    std::array<ByRank, 15> straight{};  ///< by cards
  };

  void estimate(const SeatView& view, Side side, Threat& threat) const;

  PerSide<Threat> threats_;
};

}  // namespace tichu::steady
