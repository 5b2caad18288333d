#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/remote/ladder_client.h"
#include "arena/tournament/store/stored_board.h"
#include "engine/rules.h"

namespace tichu::arena {

/// A seat of a bot of one's own at a finished board of a ladder, with all that it needs to play there again.
struct LadderSeat {
  std::string version;  ///< "fox@3"
  SeatingNumber table;
  Seat seat;
  std::uint64_t seed = 0;  ///< of the bot's own random numbers
  Rules rules;
  StoredBoard board;                   ///< the rounds of this table alone
  std::optional<FinishedFault> fault;  ///< of this seat, without its evidence
};

/// Asks a ladder for the seats of one's own bots at a board. The error: there is no such board, none of them is one's
/// own, or the answer is none that this program understands.
OrInputError<std::vector<LadderSeat>> own_seats_at(const LadderClient& client, std::uint64_t board);

/// Where `replay_fault` ends if the seat committed no fault: nowhere before the table's last event.
FinishedFault end_of_table(const LadderSeat& seat);

}  // namespace tichu::arena
