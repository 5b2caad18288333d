#include "arena/statistics/rating/play_figures.h"

namespace tichu::arena {
PlayFigures& PlayFigures::operator+=(const PlayFigures& other) {
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

}  // namespace tichu::arena
