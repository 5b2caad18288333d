#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_identity.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// Tries a bot before a tournament begins: it is loaded or started once and ended again. Returns what it says that it
/// is. The error is a sentence that names it, if it cannot play: such as a missing file or a plug-in of another ABI.
/// One that is not trusted runs in the sandbox, or without one if it is null. `cancelled`: as of `make_player`.
tl::expected<BotIdentity, std::string> check_bot(const BotSpec& bot, const TimeLimits& limits,
                                                 const Sandbox* sandbox = nullptr,
                                                 const std::function<bool()>& cancelled = {});

}  // namespace tichu::arena
