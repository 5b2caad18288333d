#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "arena/tournament/play/playing_place.h"
#include "arena/workers/broker/broker.h"

namespace tichu::arena {

/// How a tournament is played by workers.
struct RemoteOptions {
  BrokerAddress broker;
  std::string build;              ///< of this program: workers of others do not play
  std::filesystem::path folder;   ///< the tournament's, for the book of its units
  std::filesystem::path bundled;  ///< the bots that came with this arena
  /// Asked often: whether no new boards shall be given out at present. Empty: never.
  std::function<bool()> rests = {};
};

/// A place where workers behind a broker play. Boards go out in units of about a second, each to one worker that has
/// nothing to do, and again to another if nothing is heard of it. Every result is judged, and its worker keeps it until
/// it is stored: so workers, broker and leader may be killed at any time. Throws BrokerTrouble, from the maker, if the
/// broker cannot be reached at the start; later it is waited for.
///
/// A board that nobody can play, because the machine fails whoever tries, is set aside; when all else is played the run
/// ends as a failure that names it.
PlaceMaker remote_place(RemoteOptions options);

}  // namespace tichu::arena
