#pragma once

#include <optional>
#include <string>

#include "arena/config/event_config.h"

namespace tichu::arena {

/// Tries every bot of an event before it begins: each is loaded or started once and ended again. A sentence on the
/// first that cannot play, such as a missing file or a plug-in of another ABI; nothing where all can.
std::optional<std::string> check_bots(const EventConfig& config);

}  // namespace tichu::arena
