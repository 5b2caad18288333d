#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "arena/tournament/workers/back_off.h"

namespace tichu::arena {

/// When boards that are false are to be struck though their worker goes on: each time the place where a run is played
/// ends and is made anew. The first time at once; others that follow soon wait for each other, longer and longer, so
/// that bots or machines that fail again and again do not keep a run from playing.
class StrikeTimes {
 public:
  using Time = std::chrono::steady_clock::time_point;

  static constexpr std::chrono::milliseconds FirstPause = std::chrono::seconds(30);
  static constexpr std::chrono::milliseconds LongestPause = std::chrono::minutes(10);

  /// Of boards that were found false `now`, while no others wait.
  Time next(Time now) {
    if (!latest_ || now > *latest_ + 2 * LongestPause) {
      pauses_.reset();
      latest_ = now;
    } else {
      latest_ = std::max(now, *latest_ + pauses_.next());
    }
    return *latest_;
  }

 private:
  BackOff pauses_{FirstPause, LongestPause};
  std::optional<Time> latest_;
};

}  // namespace tichu::arena
