#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/hosting/match/bot_usage.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/tournament/play/baseline.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/observer.h"
#include "arena/tournament/play/roster.h"
#include "arena/tournament/play/seen_workers.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// Plays the jobs of a run: the threads of this process, or workers behind a broker. It takes jobs from a
/// feed and gives back their results, in whatever order; the run does not know which executor it is, and its results do
/// not depend on it. All functions may be called from any thread, but those that say otherwise.
class BoardExecutor {
 public:
  BoardExecutor() = default;
  virtual ~BoardExecutor() = default;
  BoardExecutor(const BoardExecutor&) = delete;
  BoardExecutor& operator=(const BoardExecutor&) = delete;

  /// Who plays from now on; to be told before the feed is.
  virtual void set_roster(std::shared_ptr<const Roster> roster) = 0;
  /// No new boards; those under way are finished, or given up without a result.
  virtual void stop() = 0;
  /// All jobs that are finished since the last call, in the order of coming; waits for one at most `patience`, so it
  /// may be empty. One thread, that of the run.
  virtual std::vector<FinishedJob> take_finished(std::chrono::milliseconds patience) = 0;
  /// These results are stored: whoever played them may forget them. The thread of the run.
  virtual void note_stored(std::span<const FinishedJob> /*finished*/) {}
  /// Whether nothing more will be finished and everything was taken.
  virtual bool is_done() const = 0;
  /// What people should know, such as why boards had to be played again, since the last call.
  virtual std::vector<RunNote> take_notes() = 0;
  /// The workers that it knows, whether they play or not; null for the threads of this process.
  virtual std::shared_ptr<const SeenWorkers> workers() const { return nullptr; }
  /// What the players used that were ended after their last job, by that job. To be asked when the executor is done.
  virtual std::vector<std::pair<JobNumber, std::vector<BotUsage>>> late_usage() const { return {}; }
  /// Whether boards have turned out to be false, which stand in the run's InvalidationBook then. The executor is done
  /// early; the run goes on as a resumed one does, which invalidates them first. To be asked when the executor is done.
  virtual bool has_found_invalid() const { return false; }
  /// Why it gave up; null if it did not.
  virtual std::exception_ptr failure() const = 0;
};

/// What an executor is made with. All must outlive it.
struct ExecutorContext {
  std::shared_ptr<const Roster> roster;
  const Baseline* baseline = nullptr;  ///< whose boards are taken as they are; null: all are played
  JobFeed& feed;
  RemoteSeats* seats = nullptr;                             ///< where the remote bots sit; null if there are none
  std::optional<std::uint64_t> boards_left = std::nullopt;  ///< that the schedule will ask for; nullopt: without end
  /// A job that is stored; nullopt if it is not. To be asked while the executor is made.
  std::function<std::optional<Job>(JobNumber job)> stored = {};
};

/// Makes the executor of a run. Throws std::runtime_error if there is none.
using ExecutorFactory = std::function<std::unique_ptr<BoardExecutor>(const ExecutorContext& needs)>;

}  // namespace tichu::arena
