#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_identity.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/isolation.h"

namespace tichu::arena {

/// Bots that were tried.
struct TriedBots {
  Isolation isolation = {};
  std::vector<BotIdentity> identities = {};
  std::vector<LeftOutBot> broken = {};  ///< those of them that cannot play
};

/// The sandbox that all bots need, and what they say that they are, once each of `playing` was started in it and ended
/// again; of the others only their names are known. `cancelled`: as of `make_player`.
OrInputError<TriedBots> tried_bots(const TournamentConfig& config, const std::vector<BotSpec>& playing,
                                   const std::string& where, const std::function<bool()>& cancelled = {});

/// With what `program` plays these bots; `sandbox` is null without one.
RunRecord run_record(const std::string& program, const Sandbox* sandbox, const std::vector<BotIdentity>& identities,
                     const std::vector<BotSpec>& bots);

/// Fails if some bots cannot play, and names them all.
OrInputError<void> expect_sound(const TriedBots& tried, const std::string& where);

}  // namespace tichu::arena
