#pragma once

#include <string>

#include "arena/hosting/player/bot_spec.h"

namespace tichu::arena {

/// What a bot is made of, as a short text that changes with it: SHA-1 (as a UUID of version 5) over the contents of its
/// file and of the files that its arguments name; "unreadable" for one that cannot be read. Other files that it reads
/// are not covered.
std::string fingerprint_of(const BotSpec& bot);

}  // namespace tichu::arena
