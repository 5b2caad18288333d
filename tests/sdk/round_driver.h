#pragma once

#include <vector>

#include "engine/deal.h"
#include "engine/event.h"
#include "engine/round.h"
#include "tests/sdk/seat_player.h"

namespace tichu::test {

/// A decision as it was asked and answered.
struct Decision {
  Seat seat;
  Question question;
  Answer answer;
  friend bool operator==(const Decision&, const Decision&) = default;
};

/// A round that was played to its end.
struct PlayedRound {
  std::vector<Decision> decisions;
  EventLog log;
  RoundResult result;
};

/// Plays a round with a bot at each seat, which has sat down; throws std::runtime_error at the first illegal action.
PlayedRound play_round(const Deal& deal, const Rules& rules, const PerSeat<SeatPlayer*>& players);

}  // namespace tichu::test
