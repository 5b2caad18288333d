#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/tournament/play/result_queue.h"
#include "arena/workers/leader/leader.h"
#include "arena/workers/leader/recheck.h"
#include "arena/workers/leader/unit_dispatch.h"
#include "arena/workers/leader/unit_source.h"

namespace tichu::arena {

/// The way of results from a worker's messages to the run: judged boards wait here until it is known that they were
/// played rightly, and then stand in the run's queue. Not until they are stored the worker is told that it may forget
/// them. One thread, but for `note_stored`.
class ResultIntake {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// All must outlive it.
  ResultIntake(Leader& leader, Recheck& recheck, UnitSource& source, UnitDispatch& dispatch)
      : leader_(leader), recheck_(recheck), source_(source), dispatch_(dispatch) {}

  /// A result.
  void take(const HeardMessage& message);
  /// A board that need not be played.
  void take(PlayedBoard board);
  /// A board that the leader's own machine has played for the store.
  void take_local(LocalResult local);
  /// Hands over boards of which it is known that they were played with those bots given up that are.
  void settle(ResultQueue& queue);
  /// These results are stored. The thread of the run.
  void note_stored(std::span<const FinishedJob> finished);
  /// Closes units whose boards are all stored, and tells their workers.
  void close_stored();
  /// Tells workers which results they may forget.
  void tell_taken();

  /// Whether nothing is on its way into the store.
  bool is_idle() const;
  /// When a board was handed over last.
  Time handed_over() const { return handed_over_at_; }

 private:
  /// A finished job whose guess is still in doubt.
  struct Held {
    FinishedJob finished;
    std::vector<BotId> guess;
    std::optional<UnitNumber> unit;  ///< nullopt: no worker played it
  };

  std::optional<std::string> judge(OpenUnit& open, const std::string& name, const units::UnitResult& result);
  void keep(OpenUnit& open, const std::string& worker, std::vector<FinishedJob> judged);
  void play_elsewhere(const OpenUnit& open, std::size_t index, const std::string& worker);
  void distrust(const std::string& worker, const std::string& why);
  void note_done(UnitNumber unit);
  void close(OpenUnit& open);

  Leader& leader_;
  Recheck& recheck_;
  UnitSource& source_;
  UnitDispatch& dispatch_;
  std::map<JobNumber, Held> held_;
  std::map<JobNumber, UnitNumber> handed_over_;       ///< and not stored yet
  std::map<std::string, std::vector<UnitId>> taken_;  ///< by worker, that are to be told so
  std::vector<UnitNumber> done_;                      ///< units of which nothing is on the way any more
  std::size_t boards_here_ = 0;                       ///< that the leader's machine plays for the store
  Time handed_over_at_{};
  mutable std::mutex mutex_;
  std::vector<JobNumber> stored_;  ///< under the mutex
};

}  // namespace tichu::arena
