#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament/play/seen_workers.h"
#include "arena/workers/broker/broker.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// What a leader knows of a worker.
struct KnownWorker {
  using Time = std::chrono::steady_clock::time_point;

  units::Hello hello = {};  ///< without a name until it has said hello
  std::optional<units::Beat> beat = std::nullopt;
  Time beaten = {};  ///< when its last beat came
  Time heard = {};
  bool gone = false;
  std::string why_refused = {};     ///< empty: it is not refused
  int failures = 0;                 ///< so many more units that its machine failed at than units that it has played
  int untrue = 0;                   ///< results that were refused, less those that were taken since; never below 0
  std::size_t proven = 0;           ///< results that were taken, since it last failed or lost a unit
  bool told_slow = false;           ///< people know that its machine is too slow for some units
  std::string refused_digest = {};  ///< of its last result that was refused: it may come again

  bool is_refused() const { return !why_refused.empty(); }
};

using Publish = std::function<void(const std::string& subject, std::string_view bytes)>;

/// The workers that a leader knows, by what they say of themselves. The server lets each say it under a subject of its
/// own alone: what is said of another name is not heard. One thread at a time.
class WorkerRegistry {
 public:
  using Time = KnownWorker::Time;

  /// Of the leader's build; only workers of the same may play.
  WorkerRegistry(Publish publish, std::string build) : publish_(std::move(publish)), build_(std::move(build)) {}

  /// What a worker says of itself, which is answered if it just came.
  void take_hello(const HeardMessage& message, Time now = std::chrono::steady_clock::now());
  /// What a known worker has.
  void take_beat(const HeardMessage& message, Time now = std::chrono::steady_clock::now());
  /// Sentences for people on workers that came, went, or have to be upgraded, since the last call.
  std::vector<std::string> take_news(Time now = std::chrono::steady_clock::now());
  /// Asks all workers for a hello, a beat, and results that no leader has taken.
  void call();
  void say(const std::string& worker, units::Word::Kind kind, const std::string& text = "");
  /// The leader needs nothing more of these units.
  void say_taken(const std::string& worker, const std::vector<UnitId>& units);
  /// Takes nothing from a worker any more, and says so to it, now and whenever it says hello.
  void refuse(const std::string& worker, const std::string& why);

  /// By name; null if it is not known.
  KnownWorker* find(const std::string& worker);
  const std::map<std::string, KnownWorker>& all() const { return known_; }
  bool is_refused(const std::string& worker) const;
  /// Whether a worker was heard a short while ago, and is not refused: what it has it may bring back.
  bool is_here(const std::string& worker, Time now) const;
  /// Whether it takes units: of this build, here and not draining.
  bool plays(const KnownWorker& worker) const;

  /// Of those that take units: how many, and their cores.
  std::size_t workers() const;
  std::size_t cores() const;
  /// Whether somebody else than these is among them, and no guest if `but_guests`.
  bool has_others(const std::set<std::string>& workers, bool but_guests = false) const;
  /// Whether another of them, and no guest if `but_guests`, has brought back a result since it last failed: a worker
  /// may say that it is there and take nothing.
  bool has_proven_others(const std::string& worker, bool but_guests = false) const;
  /// All of them by name, without those that have been silent for an hour.
  SeenWorkers seen() const;

 private:
  const Publish publish_;
  const std::string build_;
  std::map<std::string, KnownWorker> known_;
  std::vector<std::string> news_;
  Time called_{};  ///< the last time
};

}  // namespace tichu::arena
