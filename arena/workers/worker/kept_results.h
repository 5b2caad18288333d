#pragma once

#include <algorithm>
#include <chrono>
#include <list>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "arena/workers/broker/broker.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// Pauses between attempts at something that fails: each twice the one before, up to a bound, and each by up to half
/// longer or shorter, so that many who failed at once do not come again at once.
class BackOff {
 public:
  BackOff(std::chrono::milliseconds first, std::chrono::milliseconds most) : first_(first), most_(most), next_(first) {}

  std::chrono::milliseconds next() {
    std::uniform_real_distribution<double> share(0.5, 1.5);
    const auto pause = std::chrono::duration_cast<std::chrono::milliseconds>(share(random_) * next_);
    next_ = std::min(most_, 2 * next_);
    return pause;
  }
  /// It did not fail.
  void reset() { next_ = first_; }

 private:
  std::chrono::milliseconds first_;
  std::chrono::milliseconds most_;
  std::chrono::milliseconds next_;
  std::minstd_rand random_{std::random_device{}()};
};

/// The results of a worker that no leader has taken yet: sent at once, and again until they are taken. An hour is the
/// longest, and 256 MiB are the most, that are kept. Any thread.
class KeptResults {
 public:
  /// The broker must outlive it.
  KeptResults(Broker& broker, std::string worker) : broker_(broker), worker_(std::move(worker)) {}

  /// Sends and keeps a result. One that is larger than a leader takes becomes a failure, since nobody else would have a
  /// smaller one.
  void add(const units::UnitResult& result);
  /// A leader has taken it.
  void forget(const UnitId& taken);
  /// Sends those whose time it is; or all of them, since a leader may have come.
  void send_due();
  void send_all();
  /// Sends the result of a unit; false if there is none.
  bool send(const UnitId& unit);

  std::vector<UnitId> units() const;
  bool empty() const { return units().empty(); }

 private:
  struct Kept {
    UnitId id;
    std::string bytes;
    std::chrono::steady_clock::time_point made;
    BackOff pauses;
    std::chrono::steady_clock::time_point next;
  };

  void send(Kept& kept);
  void drop_oldest(std::chrono::steady_clock::time_point now);

  Broker& broker_;
  const std::string worker_;
  mutable std::mutex mutex_;
  std::list<Kept> kept_;
};

}  // namespace tichu::arena
