#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/tournament/play/invalidation.h"
#include "arena/tournament/play/remote_play.h"

namespace tichu::arena {

/// What a program hands to its commands that play, because they do not know the workers on other machines.
struct OtherMachines {
  /// Workers behind the NATS server at `url`, whose certificate must come from those in the file `certificates` ("":
  /// the system's). Empty: the program has none.
  std::function<std::shared_ptr<const RemotePlay>(const std::string& url, const std::string& certificates)> workers;
  InvalidationBookMaker invalidations;
};

}  // namespace tichu::arena
