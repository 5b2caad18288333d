#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace tichu::arena {

/// How often something may be done: `burst` times at once, and `a_second` times a second for ever.
struct Rate {
  double a_second = 1;
  double burst = 1;
};

/// Counts how often each of many strangers does something. Any thread. It remembers at most 65,536 of them: those who
/// may do it as often as anybody are forgotten first, and if nobody can be forgotten a new one is refused.
class TokenBuckets {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  explicit TokenBuckets(Rate rate) : rate_(rate) {}

  /// Takes one turn. nullopt: it may; else after how many seconds, at least 1, it can work again.
  std::optional<std::chrono::seconds> take(const std::string& who, TimePoint now);

 private:
  struct Bucket {
    double level = 0;
    TimePoint at;
  };

  void forget_full(TimePoint now);

  Rate rate_;
  std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace tichu::arena
