#pragma once

#include <cstdint>
#include <vector>

#include "arena/service/remote/ladder_client.h"
#include "arena/tournament/play/ladder_seat.h"

namespace tichu::arena {

/// Asks a ladder for the seats of one's own bots at a board. The error: there is no such board, none of them is one's
/// own, or the answer is none that this program understands.
OrInputError<std::vector<LadderSeat>> own_seats_at(const LadderClient& client, std::uint64_t board);

}  // namespace tichu::arena
