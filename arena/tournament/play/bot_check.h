#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/player/bot_identity.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// Tries every bot of a tournament before it begins: each is loaded or started once and ended again. Returns what each
/// says that it is, in their order. The error is a sentence on the first that cannot play, such as a missing file or a
/// plug-in of another ABI. Those that are not trusted run in the sandbox, or without one if it is null.
tl::expected<std::vector<BotIdentity>, std::string> check_bots(const std::vector<BotSpec>& bots,
                                                               const TimeLimits& limits,
                                                               const Sandbox* sandbox = nullptr);

}  // namespace tichu::arena
