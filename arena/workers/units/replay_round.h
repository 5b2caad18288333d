#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/table.h"
#include "arena/workers/units/result_messages.h"
#include "engine/seat.h"

namespace tichu::arena {

/// A round as the arena's own table played it by a worker's record.
struct ReplayedRound {
  RoundOutcome outcome;  ///< with decisions in the place of times
  /// Of each seat, decisions of which the record does not say if they count in its times: answers that were no
  /// combination do not, illegal plays do.
  PerSeat<std::size_t> doubtful;
};

/// Plays a round once more at the arena's own table (hosting/match/table.h), with players that answer what a worker
/// says that its bots answered. So what passes is a round that the table could have had with some bots. `setup` has no
/// players and no absences; `given_up`: the seats whose bots are not started, in a table's first round; nullopt in a
/// later one. The error says what differs, with the number of the event and the clause of the rules where there is one.
tl::expected<ReplayedRound, std::string> replay_round(RoundSetup setup, const std::optional<PerSeat<bool>>& given_up,
                                                      PlayedRound played);

}  // namespace tichu::arena
