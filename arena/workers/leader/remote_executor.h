#pragma once

#include <filesystem>

#include "arena/tournament/play/remote_play.h"
#include "arena/workers/broker/broker.h"

namespace tichu::arena {

/// Workers behind a broker. Boards go out in units of about a second, each to one worker that has nothing to do, and
/// again to another if nothing is heard of it. Every result is judged, and its worker keeps it until it is stored: so
/// workers, broker and leader may be killed at any time. An executor throws BrokerTrouble if the broker cannot be
/// reached when it is made first; later it is waited for.
///
/// A board that nobody can play, because the machine fails whoever tries, is set aside; when all else is played the run
/// ends as a failure that names it. `bundled`: the bots that came with this arena.
RemotePlay remote_play(BrokerAddress broker, std::filesystem::path bundled);

}  // namespace tichu::arena
