#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tichu::arena {

/// How often something may be done: `burst` times at once, and `a_second` times a second for ever.
struct Rate {
  double a_second = 1;
  double burst = 1;
};

/// Counts how often each of many strangers does something. Any thread. It remembers at most 65,536 of them. If there
/// are more, those with the most turns left are forgotten: a newcomer is never refused for what others did.
class TokenBuckets {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  explicit TokenBuckets(Rate rate) : rate_(rate) {}

  /// Takes one turn. nullopt: it may; else after how many seconds, at least 1, it can work again.
  std::optional<std::chrono::seconds> take(const std::string& who, TimePoint now);
  /// How many turns are left, and that there are at most `burst`, one more each 1 / a_second seconds: as the headers
  /// RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10) under the name `policy`.
  std::vector<std::pair<std::string, std::string>> headers(const std::string& policy, const std::string& who,
                                                           TimePoint now);

 private:
  struct Bucket {
    double level = 0;
    TimePoint at;
  };

  double level_of(const Bucket& bucket, TimePoint now) const;
  /// Forgets an eighth of all, so that it is seldom done.
  void make_room(TimePoint now);

  Rate rate_;
  std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace tichu::arena
