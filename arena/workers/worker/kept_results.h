#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "arena/workers/broker/back_off.h"
#include "arena/workers/broker/broker.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

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
