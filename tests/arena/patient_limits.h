#pragma once

#include <chrono>

#include "arena/hosting/player/time_limits.h"

namespace tichu::tests {

/// Limits that no honest bot exceeds on the busiest machine, for tests that are not about time.
inline arena::TimeLimits patient_limits() {
  using namespace std::chrono_literals;
  return {.start = 1min, .handshake = 1min, .decision = 1min, .round = 30min};
}

}  // namespace tichu::tests
