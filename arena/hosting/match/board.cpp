#include "arena/hosting/match/board.h"

#include <utility>

#include "arena/hosting/match/board_judgement.h"

namespace tichu::arena {

PerSeat<BotId> seating_of(const std::array<Partnership, 2>& teams, SeatingNumber seating) {
  PerSeat<BotId> bots;
  for (const Seat seat : AllSeats) {
    const auto partnership = static_cast<std::size_t>(partnership_of(seat, seating));
    bots[seat] = teams[partnership].bots[static_cast<std::size_t>(seat.number() / 2) ^ (seating.value() >> 1)];
  }
  return bots;
}

void add_fault(RoundOutcome& round, SeatFault fault) {
  round.record.faults.push_back({fault.seat, std::string(to_text(fault.fault.kind)), fault.fault.text, fault.actions});
  round.faults.push_back(std::move(fault));
}

void forfeit(RoundOutcome& round, SeatFault fault) {
  round.score = forfeit_score(fault.seat.team());
  round.record.failure = RecordFailure{fault.seat, std::string(to_text(fault.fault.kind)), fault.fault.text};
  round.faults.push_back(std::move(fault));
}

}  // namespace tichu::arena
