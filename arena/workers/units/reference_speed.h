#pragma once

#include <chrono>
#include <functional>
#include <optional>

namespace tichu::arena {

/// Below this share of the leader's speed a worker plays no timed bots.
inline constexpr double LeastSpeed = 0.8;

/// The reference benchmark: random rounds a second on the calling thread, measured now, in about a tenth of a second.
double reference_speed();

/// How fast this machine is, in rounds a second of the reference benchmark: the best that was measured, for what else a
/// machine does says nothing of it. One thread.
class MachineSpeed {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Measures now, unless the speed is `given`, which then stays.
  explicit MachineSpeed(std::optional<double> given = std::nullopt, std::function<double()> measure = reference_speed,
                        Time now = std::chrono::steady_clock::now());

  double best() const { return best_; }
  /// Measures once more, if the last time is half a minute ago: the machine may have been busy then.
  void measure_again(Time now = std::chrono::steady_clock::now());

 private:
  const std::function<double()> measure_;  ///< empty if the speed was given
  double best_;
  Time measured_;
};

}  // namespace tichu::arena
