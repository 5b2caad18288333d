#pragma once

#include <chrono>
#include <cstdlib>

namespace tichu::arena::tests {

/// How long a test waits for what must come before it says what did not: the seconds in TICHU_LONGEST_WAIT, else a bit
/// less than the ten minutes after which ctest ends a test. tests/under_load.sh names more.
inline std::chrono::seconds longest_wait() {
  constexpr std::chrono::seconds Usual{570};
  const char* const wanted = std::getenv("TICHU_LONGEST_WAIT");
  return wanted == nullptr ? Usual : std::chrono::seconds(std::atoll(wanted));
}

}  // namespace tichu::arena::tests
