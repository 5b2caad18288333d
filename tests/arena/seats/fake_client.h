#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "arena/presentation/live/http_handler.h"

namespace tichu::tests {

/// A client's WebSocket without a network: keeps what the arena does with it. Any thread.
class FakeClient : public arena::WebSocketEnd {
 public:
  void send(std::string text) override {
    const std::scoped_lock lock(mutex_);
    sent_.push_back(std::move(text));
    changed_.notify_all();
  }
  void ping() override {
    const std::scoped_lock lock(mutex_);
    ++pings_;
    changed_.notify_all();
  }
  void close(std::uint16_t code, std::string /*reason*/) override {
    const std::scoped_lock lock(mutex_);
    closed_with_ = code;
    changed_.notify_all();
  }

  /// The message of this number, from 0; waits for it.
  std::string message(std::size_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return sent_.size() > number; });
    return sent_[number];
  }
  /// Waits for so many pings in all.
  void wait_for_pings(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return pings_ >= count; });
  }
  std::size_t messages() {
    const std::scoped_lock lock(mutex_);
    return sent_.size();
  }
  std::uint16_t closed_with() {
    const std::scoped_lock lock(mutex_);
    return closed_with_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> sent_;
  int pings_ = 0;
  std::uint16_t closed_with_ = 0;
};

}  // namespace tichu::tests
