#pragma once

#include <chrono>
#include <optional>

#include "arena/tournament/config/tournament_config.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

/// The time limits of bots that were given as flags; nullopt if a flag was not given.
struct TimeLimitFlags {
  std::optional<std::chrono::milliseconds> start;
  std::optional<std::chrono::milliseconds> handshake;
  std::optional<std::chrono::milliseconds> decision;
  std::optional<std::chrono::milliseconds> round;
  std::optional<std::chrono::milliseconds> shutdown;
};

/// Adds --start-ms, --handshake-ms, --decision-ms, --round-ms and --shutdown-ms, each from 1 to an hour. `flags` must
/// live until the command line is parsed.
void add_time_limit_flags(CLI::App& command, TimeLimitFlags& flags);

/// The limits, with those replaced that were given as flags.
TimeLimits apply(const TimeLimitFlags& flags, const TimeLimits& limits);

}  // namespace tichu::arena
