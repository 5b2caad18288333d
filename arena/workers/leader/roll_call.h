#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament/play/seen_workers.h"
#include "arena/workers/broker/broker.h"
#include "arena/workers/units/worker_words.h"

namespace tichu::arena {

/// How a leader and its workers hear each other.
struct Voices {
  std::function<void(const std::string& subject, std::string_view bytes)> say;
  /// What workers have said and nobody has taken in yet, one after the other; they do not wait.
  std::function<std::optional<HeardMessage>()> next_hello;
  std::function<std::optional<HeardMessage>()> next_beat;
};

/// By a broker, which must outlive them. Throws BrokerTrouble.
Voices voices_at(Broker& broker);

/// Cores that a worker counts for, at most: more than machines have, and a bound for what others make of its word.
inline constexpr std::size_t MostCoresOfWorker = 256;

/// The workers that a leader knows, by what they say of themselves. The broker lets each say it under a subject of its
/// own alone: who says it of another name is not heard. One thread at a time.
class RollCall {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Of the leader's build; only workers of the same may play.
  RollCall(Voices voices, std::string build);

  /// Takes in what workers have said, and answers those that just came. Returns sentences for people on who came, went,
  /// or has to upgrade.
  std::vector<std::string> take_news(Time now = std::chrono::steady_clock::now());
  /// Asks everybody for a hello.
  void call();
  /// Takes nothing from a worker any more, and says so to it, now and whenever it says hello: a broker may be away.
  void refuse(const std::string& worker, const std::string& why);
  bool is_refused(const std::string& worker) const;

  /// Of those who are here, of this build and not draining: how many, and their cores, MostCoresOfWorker each at most.
  std::size_t workers() const;
  /// Whether somebody else than these is among them.
  bool has_others(const std::set<std::string>& workers) const;
  std::size_t cores() const;
  /// All of them by name, without those that have been silent for an hour.
  SeenWorkers seen() const;

 private:
  struct Known {
    WorkerHello hello;
    std::optional<WorkerBeat> beat;
    Time heard;
    bool gone = false;
    bool refused = false;
    std::string why_refused = {};
  };

  bool plays(const Known& known) const;
  void take_hello(const HeardMessage& said, Time now, std::vector<std::string>& news);
  void take_beat(const HeardMessage& said, Time now);
  void forget_gone(Time now);

  const Voices voices_;
  const std::string build_;
  std::map<std::string, Known> known_;
  Time called_{};  ///< the last time
};

}  // namespace tichu::arena
