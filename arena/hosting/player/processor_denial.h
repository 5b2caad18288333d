#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>

namespace tichu::arena {

/// What the kernel's scheduler has counted of a thread.
struct ThreadCounts {
  std::chrono::nanoseconds ran{0};     ///< on a processor
  std::chrono::nanoseconds waited{0};  ///< for a processor, without a wait that lasts still
  bool is_runnable = false;            ///< runs, or waits for a processor
  bool gives_way = false;              ///< it has made itself less urgent than the arena, so that others come first
};

/// The same of a process and its descendants.
struct SchedulerCounts {
  std::map<pid_t, ThreadCounts> threads;  ///< those that live, by number
  std::chrono::nanoseconds ran{0};        ///< by all, with those that ended and were waited for
};

/// Reads the counts from /proc (proc(5), schedstat and stat of each thread). What cannot be read is left out.
SchedulerCounts scheduler_counts(pid_t first);

/// For how long at least a thread waited for a processor between two looks while no other thread of the bot ran, so
/// that a bot's own threads never are its excuse. Waits of threads that give way do not count.
std::chrono::nanoseconds denied_time(const SchedulerCounts& before, const SchedulerCounts& now);

/// The machine has more to do than it can, so that a bot cannot be judged by its time. It is the host's failure.
class MachineSlow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a bot did while it was waited for.
enum class UseOfTime : std::uint8_t { Unknown, Computed, Waited };

/// The end of a bot's time, to which the time is added for which it was denied a processor. One wait; one thread.
class OwnDeadline {
 public:
  using Clock = std::chrono::steady_clock;
  /// The bot has `limit` from `start` on. `look` counts its threads.
  OwnDeadline(Clock::time_point start, std::chrono::milliseconds limit, std::function<SchedulerCounts()> look);

  /// From now on denials count: not from `start` on, since a look takes longer than most answers. It was to be called
  /// at `planned`: if that is more than `Lateness` ago, the host was denied a processor itself, and that counts too.
  void begin_counting(Clock::time_point planned, Clock::time_point now);
  /// Until when to wait for the bot.
  Clock::time_point time() const { return until_; }
  /// Whether the bot may be waited for longer, nothing having come by `time`, which is moved then. Throws MachineSlow
  /// if that goes on for too long.
  bool is_postponed(Clock::time_point now);
  /// Whether what was seen at that time is in time. It looks for denials first if it seems late.
  bool is_met(Clock::time_point seen);
  /// The bot's own time until `seen`, at most the limit. To be asked if it was in time.
  std::chrono::nanoseconds own_time(Clock::time_point seen);
  /// What a late bot did, by its processor time between the first look and the last, which was at `now`.
  UseOfTime use_of_time(Clock::time_point now) const;

 private:
  /// Looks, and adds what has been denied.
  SchedulerCounts update();

  Clock::time_point start_;
  std::chrono::milliseconds limit_;
  std::function<SchedulerCounts()> look_;
  std::optional<SchedulerCounts> before_;
  Clock::time_point began_;                                   ///< when it was looked first
  std::optional<std::chrono::nanoseconds> ran_at_last_look_;  ///< after the limit
  std::chrono::nanoseconds denied_before_{0};                 ///< before it was counted
  std::chrono::nanoseconds denied_{0};
  Clock::time_point until_;
};

}  // namespace tichu::arena
