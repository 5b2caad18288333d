#pragma once

#include <time.h>

namespace tichu::arena {

/// Whose processor time.
enum class Processors : clockid_t { OfProcess = CLOCK_PROCESS_CPUTIME_ID, OfThread = CLOCK_THREAD_CPUTIME_ID };

/// Seconds that processors worked for this process or for the calling thread, since its start.
inline double processor_seconds(Processors whose) {
  timespec time{};
  ::clock_gettime(static_cast<clockid_t>(whose), &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace tichu::arena
