#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/ladder_flags.h"
#include "arena/text/input_error.h"
#include "arena/tournament/play/ladder_seat.h"

namespace tichu::arena {

/// What a program hands to its commands that ask a ladder's service, because they do not know how that is asked. Each
/// throws std::runtime_error if the ladder cannot be reached.
struct OtherLadders {
  /// By what the ladder plays. The error: the address is wrong, or the answer is none of a ladder's.
  std::function<OrInputError<LadderPlayLimits>(const std::string& url)> limits;
  /// The seats of one's own bots at a board. The error: there is no such board, none of them is one's own, or the
  /// answer is none of a ladder's.
  std::function<OrInputError<std::vector<LadderSeat>>(const LadderFlags& ladder, std::uint64_t board)> own_seats;
  /// Has the ladder do something to a version of the caller's, "fox@3", or of "fox" to the newest that is in one of
  /// these states. `act` is a word of the API, such as "pause". Prints what state it is in then.
  std::function<ExitCode(const LadderFlags& ladder, const std::string& bot, const std::string& act,
                         const std::set<std::string>& states)>
      act_on_version;
};

}  // namespace tichu::arena
