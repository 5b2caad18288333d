#include "arena/hosting/match/board.h"

namespace tichu::arena {

PerSeat<BotId> seating_of(const std::array<Partnership, 2>& teams, SeatingNumber seating) {
  PerSeat<BotId> bots;
  for (const Seat seat : AllSeats) {
    const auto partnership = static_cast<std::size_t>(partnership_of(seat, seating));
    bots[seat] = teams[partnership].bots[static_cast<std::size_t>(seat.number() / 2) ^ (seating.value() >> 1)];
  }
  return bots;
}

}  // namespace tichu::arena
