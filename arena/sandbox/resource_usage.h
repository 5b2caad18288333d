#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace tichu::arena {

/// What programs used of the machine.
struct ResourceUsage {
  std::chrono::nanoseconds processor{0};
  std::uint64_t peak_memory = 0;  ///< bytes, the most that one of the programs had at a time; 0: not known
  std::uint64_t starts = 0;       ///< how many programs

  ResourceUsage& operator+=(const ResourceUsage& other) {
    processor += other.processor;
    peak_memory = std::max(peak_memory, other.peak_memory);
    starts += other.starts;
    return *this;
  }
  friend bool operator==(const ResourceUsage&, const ResourceUsage&) = default;
};

}  // namespace tichu::arena
