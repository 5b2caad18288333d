#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tichu::arena {

/// What the services of a ladder tell its threads. Any thread.
class LadderSignal {
 public:
  /// There is work: threads that wait look for it now.
  void wake() { moment_.notify_all(); }
  /// A version is to play, to pause or to leave, which the tournament's field does not know yet.
  void change_field() { field_changed_ = true; }
  /// Whether that happened since the last call; true at the first.
  bool take_field_change() { return field_changed_.exchange(false); }
  /// Threads are to end.
  void stop() {
    stopping_ = true;
    moment_.notify_all();
  }
  bool is_stopping() const { return stopping_; }
  /// Returns after so long, or sooner when there is work or the end.
  void wait(std::chrono::milliseconds time) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!stopping_) moment_.wait_for(lock, time);
  }

 private:
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> field_changed_ = true;
  std::mutex mutex_;
  std::condition_variable moment_;
};

}  // namespace tichu::arena
