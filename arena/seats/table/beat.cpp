#include "arena/seats/table/beat.h"

#include <algorithm>
#include <cstdint>

namespace tichu::arena {

SteadyBeat::Clock::time_point SteadyBeat::next(Clock::time_point marked, Clock::time_point now,
                                               std::chrono::milliseconds pace) {
  if (pace <= std::chrono::milliseconds(0)) return now;
  const std::int64_t passed = std::max<std::int64_t>(0, (now - marked) / pace);
  return marked + (passed + 1) * pace;
}

void SteadyBeat::await(Lock& lock, std::condition_variable& changed, const std::function<bool()>& ends) {
  const Clock::time_point begin = Clock::now();
  // Another pace counts at once.
  while (!ends()) {
    const Clock::time_point beat = next(marked_, begin, pace());
    if (Clock::now() >= beat) return;
    changed.wait_until(lock, beat);
  }
}

void SteadyBeat::await_window(Lock& lock, std::condition_variable& changed, const std::function<bool()>& ends,
                              const std::function<bool()>& is_long) {
  const std::chrono::milliseconds long_time = bomb_time();
  while (!ends()) {
    const std::chrono::milliseconds short_time = pace() / 2;
    const Clock::time_point end = marked_ + (is_long() ? std::max(long_time, short_time) : short_time);
    if (Clock::now() >= end) return;
    changed.wait_until(lock, end);
  }
}

bool SteadyBeat::await_within(Lock& lock, std::condition_variable& changed, std::chrono::milliseconds limit,
                              const std::function<bool()>& ends) {
  return changed.wait_for(lock, limit, ends);
}

}  // namespace tichu::arena
