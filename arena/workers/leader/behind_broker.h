#pragma once

#include <filesystem>
#include <memory>

#include "arena/tournament/play/remote_play.h"
#include "arena/workers/broker/broker.h"

namespace tichu::arena {

/// The workers that a tournament is played by.
struct BehindBroker {
  BrokerAddress broker;
  std::filesystem::path bundled;  ///< the folder of the bots that came with the arena
};

std::shared_ptr<const RemotePlay> remote_play(BehindBroker workers);

}  // namespace tichu::arena
