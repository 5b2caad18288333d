#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/match/board.h"
#include "arena/workers/units/unit.h"
#include "engine/deal.h"
#include "engine/points.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu::arena {

/// Where a round that somebody else played stands at its table.
struct RetoldPlace {
  const Deal& deal;
  std::uint64_t deal_index = 0;
  const Rules& rules;
  PerTeam<Points> totals;     ///< the game's scores before the round
  bool substitute = false;    ///< the table goes on after a fault
  bool remarks = false;       ///< what bots say of their decisions is kept
  PerSeat<bool> substituted;  ///< seats that a substitute has already
  PerSeat<bool> given_up;     ///< seats whose bots are not started; asked only of a table's first round
  bool is_first = true;       ///< of its table
};

/// A round as the referee saw it.
struct RetoldRound {
  /// Without times.
  RoundOutcome outcome;
  /// Of each seat's bot: those that count in its times.
  PerSeat<std::size_t> decisions;
  /// Further ones of which the record does not say if they count: answers that were no combination do not, illegal
  /// plays do.
  PerSeat<std::size_t> doubtful;
};

/// Plays a round once more, from what a worker says of it: asks in the table's order
/// (engine/question_order.h) and takes the answers from the record. So the record can be no other than one that the
/// table could have made with some bots: every action legal, forced passes and substitutes' answers as they must be,
/// faults where the seat was asked, remarks on decisions that were made, the stated result the engine's. The error says
/// what is not so, with the number of the event and the clause of the rules where there is one.
tl::expected<RetoldRound, std::string> retell_round(const RetoldPlace& place, PlayedRound played);

}  // namespace tichu::arena
