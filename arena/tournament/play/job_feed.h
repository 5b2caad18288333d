#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "arena/tournament/play/fault_streaks.h"
#include "arena/tournament/play/times_taken.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/open_schedule.h"

namespace tichu::arena {

/// Hands a schedule's jobs to several workers, and makes those wait whose next job depends on results that are still
/// to come. If it may look ahead, a pairing's jobs go to the worker that had its first one, while there are others for
/// the other workers; so the programs of a pairing are started by one worker, not by all. All functions may be called
/// from any thread, but for `take_over` and `has_all`.
class JobFeed {
 public:
  /// `schedule` is fresh and must outlive the feed, which alone uses it.
  /// `streaks` says which bots are given up; as made by default none ever is. `ahead`: how far the number of a job may
  /// be from the first that is not given out; 1: jobs are given out in their order.
  explicit JobFeed(Schedule& schedule, FaultStreaks streaks = {}, std::uint64_t ahead = 1)
      : schedule_(schedule), streaks_(std::move(streaks)), ahead_(ahead) {}

  /// Before all else, for every job of a stored tournament, in the order of their numbers: it is not played again, and
  /// those before it that are missing are played first. False if the schedule would never have given it out: the
  /// store is another tournament's.
  bool take_over(const Job& job, const BoardResult& result, std::span<const FinishedFault> faults = {});

  /// Whether none of the jobs before the last that was taken over is missing. To be asked before all else, too.
  bool has_all() const { return waiting_.empty(); }

  /// The next job for a worker; waits while there is none yet, or while it is in doubt which of its bots are given up.
  /// Nullopt if all are given out, or after `stop`.
  std::optional<Job> next(std::size_t worker = 0);
  /// The next job in their order, without waiting, even while it is in doubt which of its bots are given up; or why
  /// there is none now. Nothing is given out after `stop`. For who plays boards on a guess (`settled_given_up`).
  std::variant<Job, NoJob> try_next();
  /// The bots of a job that was given out that are given up; nullopt while that is in doubt.
  std::optional<std::vector<BotId>> settled_given_up(const Job& job) const;
  /// The bots of a job that was given out that are given up; of a job in doubt, those of whom it is known.
  std::vector<BotId> given_up(const Job& job) const;
  /// The result of a job that was given out, and its faults.
  void report(const Job& job, const BoardResult& result, std::span<const FinishedFault> faults = {});
  /// Of a ladder: changes of its field, after which these are its entrants. Returns from which job on each has effect;
  /// all are taken before the next meeting is decided.
  std::vector<JobNumber> change(std::span<const FieldChange> changes, const std::vector<Entrant>& entrants);
  /// Of a ladder: calls `noted` with the first job that belongs to no decided meeting, while no job is given out.
  void at_next_meeting(const std::function<void(JobNumber)>& noted);
  /// How far jobs may be given out from now on, as `ahead` of the constructor.
  void set_ahead(std::uint64_t ahead);
  /// The meetings that a ladder has decided since the last call.
  std::vector<LadderMeeting> take_decided();
  /// `Schedule::expected`.
  std::vector<ExpectedTotal> expected() const;
  /// How often the schedule was asked for a job to be played, and how long it took.
  TimesTaken scheduling() const;
  /// No more jobs: who waits gets nothing.
  void stop();
  bool is_stopped() const;
  /// Whether every job of the schedule was given out and reported.
  bool complete() const;

 private:
  void begin(const Job& job);
  void end(const Job& job, const BoardResult& result, std::span<const FinishedFault> faults);

  /// Asks the schedule for as many jobs as may wait. False if it has no more.
  bool look_ahead();
  /// Which of the waiting jobs the worker had best play; their end if all are in doubt.
  std::deque<Job>::iterator best_for(std::size_t worker);

  Schedule& schedule_;
  FaultStreaks streaks_;
  std::uint64_t ahead_;
  std::map<Pairing, std::size_t> homes_;  ///< the worker that had the first job of a pairing, the lower number first
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::deque<Job> waiting_;  ///< begun and not given out yet, by rising number
  std::uint64_t open_ = 0;   ///< begun and not reported
  TimesTaken scheduling_;
  bool all_given_ = false;
  bool stopped_ = false;
};

}  // namespace tichu::arena
