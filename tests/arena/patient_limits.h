#pragma once

#include <chrono>

#include "arena/hosting/player/time_limits.h"

namespace tichu::tests {

/// Limits that no honest bot exceeds on the busiest machine, for tests that are not about time.
constexpr arena::TimeLimits PatientLimits{.start = std::chrono::minutes(1),
                                          .handshake = std::chrono::minutes(1),
                                          .decision = std::chrono::minutes(1),
                                          .round = std::chrono::minutes(30),
                                          .shutdown = std::chrono::seconds(5)};

}  // namespace tichu::tests
