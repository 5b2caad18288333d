#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "arena/schedule/schedule.h"

namespace tichu::arena {

/// Hands a schedule's jobs to several workers, and makes those wait whose next job depends on results that are still
/// to come. All functions may be called from any thread, but for `take_over`.
class JobFeed {
 public:
  /// `schedule` is fresh and must outlive the feed, which alone uses it.
  explicit JobFeed(Schedule& schedule) : schedule_(schedule) {}

  /// Before all else, for every job of a stored event, in the order of their numbers: it is not played again, and those
  /// before it that are missing are played first. False where the schedule would never have given it out: the store
  /// is another event's.
  bool take_over(const Job& job, const BoardResult& result);

  /// The next job for a worker; waits while there is none yet. Nothing where all are given out, or after `stop`.
  std::optional<Job> next();
  /// The result of a job that was given out.
  void report(const Job& job, const BoardResult& result);
  /// No more jobs: who waits gets nothing.
  void stop();
  /// Whether every job of the schedule was given out and reported.
  bool complete() const;

 private:
  Schedule& schedule_;
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::deque<Job> missing_;  ///< of a stored event
  std::uint64_t open_ = 0;   ///< given out or missing, and not reported
  bool all_given_ = false;
  bool stopped_ = false;
};

}  // namespace tichu::arena
