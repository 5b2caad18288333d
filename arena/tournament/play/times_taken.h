#pragma once

#include <chrono>
#include <cstdint>

namespace tichu::arena {

/// How often something was done, and how long all of it took.
struct TimesTaken {
  std::uint64_t count = 0;
  std::chrono::nanoseconds sum{0};

  void add(std::chrono::nanoseconds time) {
    ++count;
    sum += time;
  }
  TimesTaken& operator+=(const TimesTaken& more) {
    count += more.count;
    sum += more.sum;
    return *this;
  }
  friend TimesTaken operator-(const TimesTaken& later, const TimesTaken& before) {
    return {later.count - before.count, later.sum - before.sum};
  }
};

}  // namespace tichu::arena
