#include "arena/hosting/player/pondering.h"

#include <algorithm>

#include "arena/hosting/player/process_usage.h"

namespace tichu::arena {

void PonderingClock::watch(const std::vector<pid_t>& processes, Clock::time_point now) {
  clocks_.clear();
  for (const pid_t process : processes) {
    clockid_t id = 0;
    if (::clock_getcpuclockid(process, &id) == 0) clocks_.push_back({id, {}});
  }
  watched_at_ = now;
}

void PonderingClock::begin_pause(Clock::time_point now) {
  if (now - measured_at_ >= BetweenMeasurements * static_cast<int>(clocks_.size())) begin_rest(now);
}

void PonderingClock::begin_rest(Clock::time_point now) {
  measured_at_ = now;
  measures_ = true;
  for (ProcessClock& clock : clocks_) clock.at_answer = time_of(clock.id);
}

std::chrono::nanoseconds PonderingClock::end_pause() {
  std::chrono::nanoseconds used{0};
  if (!measures_) return used;
  measures_ = false;
  for (const ProcessClock& clock : clocks_) {
    const std::optional<std::chrono::nanoseconds> now = time_of(clock.id);
    // A process that ended meanwhile has no clock any more, or a later one with its number has: that begins at 0.
    if (now && clock.at_answer) used += std::max<std::chrono::nanoseconds>(*now - *clock.at_answer, {});
  }
  return std::max<std::chrono::nanoseconds>(used - Slack, {});
}

}  // namespace tichu::arena
