#pragma once

#include <chrono>

namespace tichu::arena {

/// How long a bot may take, each limit for itself.
struct TimeLimits {
  std::chrono::milliseconds start{10'000};     ///< from the start of the process to its greeting's first byte
  std::chrono::milliseconds handshake{5'000};  ///< from there to its last
  std::chrono::milliseconds decision{1'000};   ///< each single decision
  std::chrono::milliseconds round{60'000};     ///< all decisions of a seat in a round together
  std::chrono::milliseconds shutdown{1'000};   ///< from the end of its input to its exit; then it is killed
  friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};

}  // namespace tichu::arena
