#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "arena/tournament/config/tournament_config.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

/// The time limits of bots that were given as flags, by their keys in `TimeLimitSettings` and `RemoteLimitSettings`, in
/// milliseconds.
using TimeLimitFlags = std::map<std::string_view, std::int64_t>;

/// Adds a flag for each of `TimeLimitSettings`: --start-ms and so on. `flags` must live until the command line is
/// parsed.
void add_time_limit_flags(CLI::App& command, TimeLimitFlags& flags);
/// The same for each of `RemoteLimitSettings`.
void add_remote_limit_flags(CLI::App& command, TimeLimitFlags& flags);

/// The limits, with those replaced that were given as flags.
TimeLimits limits_with(const TimeLimitFlags& flags, const TimeLimits& limits);

}  // namespace tichu::arena
