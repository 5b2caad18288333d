#pragma once

#include <atomic>
#include <string>
#include <utility>

#include "arena/seats/table/beat.h"

namespace tichu::tests {

/// Beats without a clock, which keep note of how often they are waited for and counted anew. Its functions have the
/// table's lock.
class InstantBeat : public arena::Beat {
 public:
  InstantBeat() : Beat(std::chrono::milliseconds(700)) {}

  void await(Lock& /*lock*/, std::condition_variable& /*changed*/, const std::function<bool()>& /*ends*/) override {
    noted_ += "await ";
  }
  void await_window(Lock& lock, std::condition_variable& /*changed*/, const std::function<bool()>& /*ends*/,
                    const std::function<bool()>& is_long) override {
    const bool was_long = is_long();
    noted_ += was_long ? "long window " : "window ";
    lock.unlock();
    if (in_window) in_window();
    lock.lock();
    if (was_long && !is_long()) noted_ += "cut ";
  }
  bool await_within(Lock& lock, std::condition_variable& changed, std::chrono::milliseconds limit,
                    const std::function<bool()>& ends) override {
    limit_ = limit;
    changed.wait(lock, [&] { return passed > 0 || ends(); });
    if (ends()) return true;
    --passed;
    return false;
  }
  void mark() override { noted_ += "mark "; }

  /// What was noted since `from`, which is moved on.
  std::string since(std::size_t& from) const { return noted_.substr(std::exchange(from, noted_.size())); }
  /// The last limit of time for something.
  std::chrono::milliseconds limit() const { return limit_; }

  std::atomic<int> passed = 0;      ///< so many limits of time pass at once
  std::function<void()> in_window;  ///< called while people may say that they have a bomb

 private:
  std::string noted_;
  std::atomic<std::chrono::milliseconds> limit_{};
};

}  // namespace tichu::tests
