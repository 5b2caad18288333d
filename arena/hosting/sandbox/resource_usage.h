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
  /// The part of `processor` that was used for pondering: between answers and the next questions, as far as it was
  /// measured and is more than an answer may leave to be done.
  std::chrono::nanoseconds pondering{0};

  ResourceUsage& operator+=(const ResourceUsage& other) {
    processor += other.processor;
    peak_memory = std::max(peak_memory, other.peak_memory);
    starts += other.starts;
    pondering += other.pondering;
    return *this;
  }
  /// What came since `noted`, to which it is added; the peak is this one. Pondering may be known later than the
  /// processor time that it is part of: no more of it than of that comes at a time, and the rest with what comes later.
  ResourceUsage take_since(ResourceUsage& noted) const {
    const std::chrono::nanoseconds used = processor - noted.processor;
    const ResourceUsage part{used, peak_memory, starts - noted.starts, std::min(pondering - noted.pondering, used)};
    noted = {processor, peak_memory, starts, noted.pondering + part.pondering};
    return part;
  }
  friend bool operator==(const ResourceUsage&, const ResourceUsage&) = default;
};

}  // namespace tichu::arena
