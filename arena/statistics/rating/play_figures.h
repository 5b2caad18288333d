#pragma once

#include <cstdint>

namespace tichu::arena {

/// How an entrant plays, counted over its rounds. Only rounds that were played to their end count, except in `faults`.
struct PlayFigures {
  std::uint64_t rounds = 0;        ///< of the team, which holds two hands in each
  std::uint64_t tichu_called = 0;  ///< hands with a call of Tichu
  std::uint64_t tichu_made = 0;    ///< those of them that went out first
  std::uint64_t grand_called = 0;  ///< the same for Grand Tichu
  std::uint64_t grand_made = 0;
  std::uint64_t double_victories = 0;  ///< rounds that the team won so
  std::uint64_t bomb_hands = 0;        ///< hands that held a bomb after the push
  std::uint64_t faults = 0;

  std::uint64_t hands() const { return 2 * rounds; }
  PlayFigures& operator+=(const PlayFigures& other) {
    rounds += other.rounds;
    tichu_called += other.tichu_called;
    tichu_made += other.tichu_made;
    grand_called += other.grand_called;
    grand_made += other.grand_made;
    double_victories += other.double_victories;
    bomb_hands += other.bomb_hands;
    faults += other.faults;
    return *this;
  }
  friend bool operator==(const PlayFigures&, const PlayFigures&) = default;
};

}  // namespace tichu::arena
