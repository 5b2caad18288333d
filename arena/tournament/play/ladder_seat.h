#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/tournament/store/stored_board.h"
#include "engine/rules.h"

namespace tichu::arena {

/// By what a ladder's service checks and plays bots.
struct LadderPlayLimits {
  TimeLimits limits;
  SandboxConfig sandbox;
  Rules rules;  ///< of rated boards
};

/// A seat of a bot of one's own at a finished board of a ladder's service, with all that it needs to play there again.
struct LadderSeat {
  std::string version;  ///< "fox@3"
  SeatingNumber table;
  Seat seat;
  std::uint64_t seed = 0;  ///< of the bot's own random numbers
  Rules rules;
  StoredBoard board;                   ///< the rounds of this table alone
  std::optional<FinishedFault> fault;  ///< of this seat, without its evidence
};

}  // namespace tichu::arena
