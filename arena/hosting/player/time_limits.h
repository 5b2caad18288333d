#pragma once

#include <chrono>

#include "arena/text/setting.h"

namespace tichu::arena {

/// How long the bot of a remote seat may take. The network's own time, as far as it can be measured, is not counted.
struct RemoteLimits {
  std::chrono::milliseconds decision{10'000};  ///< each single decision
  std::chrono::milliseconds round{600'000};    ///< all decisions of a seat in a round together
  std::chrono::milliseconds away{60'000};      ///< from a lost connection until the board is given back
  friend bool operator==(const RemoteLimits&, const RemoteLimits&) = default;
};

/// How long a bot may take, each limit for itself. What follows if it takes longer, and how the time of a round is
/// counted, stands in hosting/match/table.cpp.
struct TimeLimits {
  std::chrono::milliseconds start{10'000};     ///< from the start of the process to its greeting's first byte
  std::chrono::milliseconds handshake{5'000};  ///< from there to its last
  std::chrono::milliseconds decision{1'000};   ///< each single decision
  std::chrono::milliseconds round{60'000};     ///< all decisions of a seat in a round together
  std::chrono::milliseconds shutdown{1'000};   ///< from the end of its input to its exit; then it is killed
  RemoteLimits remote = {};                    ///< in place of `decision` and `round`
  friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};

/// The time limits in the order of files, each up to an hour.
inline constexpr LimitSetting<TimeLimits, std::chrono::milliseconds> TimeLimitSettings[] = {
    {"start_ms", &TimeLimits::start, 1, 3'600'000, "time from a bot's start to the first byte of its greeting"},
    {"handshake_ms", &TimeLimits::handshake, 1, 3'600'000, "time from there to its last byte"},
    {"decision_ms", &TimeLimits::decision, 1, 3'600'000, "time for each decision"},
    {"round_ms", &TimeLimits::round, 1, 3'600'000, "time for all decisions of a seat in a round"},
    {"shutdown_ms", &TimeLimits::shutdown, 1, 3'600'000, "time from the end of a bot's input to its exit"}};

/// The limits of remote seats, which stand behind those in files.
inline constexpr LimitSetting<RemoteLimits, std::chrono::milliseconds> RemoteLimitSettings[] = {
    {"remote_decision_ms", &RemoteLimits::decision, 1, 3'600'000, "time for each decision of a remote bot"},
    {"remote_round_ms", &RemoteLimits::round, 1, 86'400'000, "time for all decisions of a remote seat in a round"},
    {"remote_away_ms", &RemoteLimits::away, 1, 3'600'000, "how long a board waits for a remote bot that is away"}};

/// How late the host may be to look at a program. It is more than a program that computes on the arena's own core can
/// keep it off by itself (some 10 ms).
constexpr std::chrono::milliseconds Lateness{20};

/// Whether a program's answer is in time whose bytes the first look after a deadline saw at `seen`. Nobody can tell
/// when bytes came, only when they were seen: they are late unless this look came more than `Lateness` after the
/// deadline, for then the host itself was late. OwnDeadline (processor_denial.h) says what the deadline is. The time of
/// a plug-in is its own call's, which the host cannot prolong: it is late if that is above the limit.
constexpr bool is_in_time(std::chrono::steady_clock::time_point seen, std::chrono::steady_clock::time_point deadline) {
  return seen <= deadline || seen > deadline + Lateness;
}

}  // namespace tichu::arena
