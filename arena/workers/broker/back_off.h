#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace tichu::arena {

/// Pauses between attempts at something that fails: each twice the one before, up to a bound, and each by up to half
/// longer or shorter, so that many who failed at once do not come again at once.
class BackOff {
 public:
  BackOff(std::chrono::milliseconds first, std::chrono::milliseconds most) : first_(first), most_(most), next_(first) {}

  std::chrono::milliseconds next() {
    const std::chrono::milliseconds pause = next_;
    next_ = std::min(most_, 2 * next_);
    return jittered(pause);
  }
  /// It did not fail.
  void reset() { next_ = first_; }
  /// A time that is by up to half longer or shorter.
  std::chrono::milliseconds jittered(std::chrono::milliseconds time) {
    std::uniform_real_distribution<double> share(0.5, 1.5);
    return std::chrono::milliseconds(static_cast<std::int64_t>(share(random_) * static_cast<double>(time.count())));
  }

 private:
  std::chrono::milliseconds first_;
  std::chrono::milliseconds most_;
  std::chrono::milliseconds next_;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace tichu::arena
