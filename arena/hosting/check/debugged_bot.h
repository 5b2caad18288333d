#pragma once

#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/time_limits.h"

namespace tichu::arena {

/// Limits for a bot that a person looks into: an hour each, and a day for a round.
TimeLimits limits_for_debugging();

/// The bot run by a command that stands before its own, such as "valgrind" or "gdbserver :2345", in the bot's working
/// directory. The command must leave standard input and output to the bot. Fails with a sentence if there is no such
/// program.
tl::expected<BotSpec, std::string> run_under(const std::string& command, const BotSpec& bot);

}  // namespace tichu::arena
