#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// What a thread waits for at once: up to eight descriptors, each under a bit of its own, and a deadline. Costs one
/// system call a wait: the kernel keeps the descriptors (epoll), and its timer is set anew only if it would go off too
/// late; if it goes off too early, the wait goes on. One thread at a time.
class WaitSet {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws std::system_error if the host has no descriptor left.
  WaitSet();

  /// Waits from now on until `descriptor` can be read, or has no other end any more; `bit` is a power of two.
  void add_reader(int descriptor, std::uint32_t bit);
  /// The same until it can be written to.
  void add_writer(int descriptor, std::uint32_t bit);
  /// To be called before a descriptor of the set is closed, for the number may be another's afterwards.
  void remove(int descriptor);

  /// Waits until there is something to do. Returns the bits of what is ready, 0 if a signal came, nullopt if the
  /// deadline came first. After the deadline there is one look all the same, no matter how late. Throws
  /// std::system_error if the host fails.
  std::optional<std::uint32_t> wait(Clock::time_point deadline);

 private:
  void add(int descriptor, std::uint32_t events, std::uint32_t bit);
  void set_timer(Clock::time_point time);

  FileDescriptor set_;
  FileDescriptor timer_;
  Clock::time_point goes_off_ = Clock::time_point::max();  ///< when the timer does; max: never
};

}  // namespace tichu::arena
