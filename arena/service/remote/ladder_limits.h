#pragma once

#include "arena/service/remote/ladder_client.h"
#include "arena/tournament/play/ladder_seat.h"

namespace tichu::arena {

/// Asks a ladder for them. The error: its answer is none that this program understands.
OrInputError<LadderPlayLimits> ladder_play_limits(const LadderClient& client);

}  // namespace tichu::arena
