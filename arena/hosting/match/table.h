#pragma once

#include <cstddef>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/table_view.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/time_limits.h"
#include "engine/deal.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu::arena {

/// What one round at one table is played with. The players have sat down.
struct RoundSetup {
  const Deal& deal;
  std::uint64_t deal_index = 0;
  const Rules& rules;
  PerTeam<Points> totals;  ///< the game's scores before the round
  PerSeat<Player*> players{};
  TimeLimits limits = {};          ///< of each decision, and of a seat's decisions in the round
  bool substitute = false;         ///< the round goes on after a fault
  PerSeat<bool> substituted = {};  ///< seats that a substitute has already; their players are left alone
  bool remarks = false;            ///< what bots say of their decisions is kept
  PerSeat<std::size_t> said = {};  ///< by each seat in remarks of the table's rounds so far: see RemarkLog
  TableView* view = nullptr;       ///< shows the round to others; null: nobody can look
  /// Of seats that did not sit down and that a substitute has from this round on: the round's first faults.
  std::vector<SeatFault> absences = {};
  /// Empty; gets the round's events, for players that follow it. Null: there are none.
  EventLog* log = nullptr;
};

/// Plays one round to its end, or to the first fault. With `substitute` a seat at fault is played on by
/// `substitute_answer`, of which neither its partner nor the opponents learn. If less is left of a seat's time for
/// the round than a decision may take, that is its limit for the decision.
///
/// It asks in the order of engine/question_order.h. Each event goes to the seats that may know it as soon as the engine
/// publishes it: answers to Grand Tichu and pushes when all are in.
RoundOutcome play_round(const RoundSetup& setup);

}  // namespace tichu::arena
