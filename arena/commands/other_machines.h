#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/text/input_error.h"
#include "arena/tournament/play/invalidation.h"
#include "arena/tournament/play/remote_play.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// What a program hands to its commands that play, because they do not know the workers on other machines.
struct OtherMachines {
  /// Workers behind the NATS server at `url`, whose certificate must come from those in the file `certificates` ("":
  /// the system's). Empty: the program has none.
  std::function<RemotePlay(const std::string& url, const std::string& certificates)> workers;
  InvalidationBookMaker invalidations;
  /// Seats for remote bots, which connect to this "ADDRESS:PORT". Empty: the program has none.
  std::function<OrInputError<std::shared_ptr<RemoteSeats>>(const std::string& address)> seats = {};
};

}  // namespace tichu::arena
