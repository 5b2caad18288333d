#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "arena/hosting/match/board.h"
#include "arena/record/record.h"
#include "engine/deal.h"
#include "engine/event.h"

namespace tichu::arena {

/// Which round of a tournament it is, and who sits where.
struct RoundPlace {
  JobNumber job;
  BoardNumber board;
  SeatingNumber seating;
  RoundNumber round;
  PerSeat<BotId> bots;
  friend bool operator==(const RoundPlace&, const RoundPlace&) = default;
};

/// A round as far as it was played at some moment.
struct RoundSnapshot {
  RoundPlace place;
  Record record;  ///< deal, its index and actions
};

/// What one table shows of the round that it plays. The thread that plays leaves a copy only if it was asked for one,
/// so that the view costs nothing while nobody looks. If a round has left a copy, it leaves one of its end, too.
class TableView {
 public:
  /// By the playing thread: the job whose board it plays next.
  void begin_board(JobNumber job) {
    job_ = job;
    playing_.store(true, std::memory_order_relaxed);
  }
  /// By the playing thread, after a board. Nothing is played until the next begins, if one does.
  void end_board() { playing_.store(false, std::memory_order_relaxed); }
  /// By the playing thread, before a round; `place.job` is filled in.
  void begin_round(RoundPlace place, const Deal& deal, std::uint64_t deal_index);
  /// By the playing thread, whenever something has happened at the table: all that has since the round began.
  void show(const tichu::EventLog& log) {
    if (asked_.load(std::memory_order_relaxed)) copy(log);
  }
  /// By the playing thread, after a round.
  void end_round(const tichu::EventLog& log) {
    if (copied_) copy(log);
  }

  /// By whoever looks: the newest copy since the last look, if there is one; asks for the next.
  std::optional<RoundSnapshot> look();
  /// By whoever looks: whether a board is being played.
  bool is_playing() const { return playing_.load(std::memory_order_relaxed); }

 private:
  void copy(const tichu::EventLog& log);

  JobNumber job_;
  RoundSnapshot current_;  ///< of the playing thread alone, without actions
  bool copied_ = false;    ///< the current round, at least once
  std::atomic<bool> asked_{false};
  std::atomic<bool> playing_{false};
  std::mutex mutex_;
  std::optional<RoundSnapshot> newest_;
};

}  // namespace tichu::arena
