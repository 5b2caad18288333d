#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/tournament/play/seen_workers.h"
#include "arena/tournament/units/worker_words.h"
#include "arena/tournament/workers/broker.h"

namespace tichu::arena {

/// The workers that a leader knows, by what they say of themselves. One thread at a time.
class RollCall {
 public:
  /// Of the leader's build; only workers of the same may play. The broker must outlive it.
  RollCall(Broker& broker, std::string build);

  /// Takes in what workers have said, and answers those that just came. Returns sentences for people on who came, went,
  /// or has to upgrade.
  std::vector<std::string> take_news();
  /// Asks everybody for a hello.
  void call();
  /// Takes nothing from a worker any more, and says so to it, now and whenever it says hello: a broker may be away.
  void refuse(const std::string& worker, const std::string& why);
  bool is_refused(const std::string& worker) const;

  /// Of those who are here, of this build and not draining: how many, and their cores.
  std::size_t workers() const;
  /// Whether somebody else than these is among them.
  bool has_others(const std::set<std::string>& workers) const;
  /// Whether one of them is such.
  bool has_any(const std::function<bool(const std::string& worker)>& is_such) const;
  std::size_t cores() const;
  /// All of them by name, without those that have been silent for an hour.
  SeenWorkers seen() const;

 private:
  struct Known {
    WorkerHello hello;
    std::optional<WorkerBeat> beat;
    std::chrono::steady_clock::time_point heard;
    bool gone = false;
    bool refused = false;
    std::string why_refused = {};
  };

  bool plays(const Known& known) const;
  void take_hello(const std::string& said, std::vector<std::string>& news);
  void take_beat(const std::string& said);

  Broker& broker_;
  const std::string build_;
  std::unique_ptr<Listener> hellos_;
  std::unique_ptr<Listener> beats_;
  std::map<std::string, Known> known_;
  std::chrono::steady_clock::time_point called_{};  ///< the last time
};

}  // namespace tichu::arena
