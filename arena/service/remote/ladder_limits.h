#pragma once

#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/service/remote/ladder_client.h"

namespace tichu::arena {

/// By what a ladder checks and plays bots.
struct LadderPlayLimits {
  TimeLimits limits;
  SandboxConfig sandbox;
};

/// Asks a ladder for them. The error: its answer is none that this program understands.
OrInputError<LadderPlayLimits> ladder_play_limits(const LadderClient& client);

}  // namespace tichu::arena
