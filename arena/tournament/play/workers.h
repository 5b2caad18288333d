#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "arena/hosting/match/bot_usage.h"
#include "arena/hosting/match/table_window.h"
#include "arena/hosting/sandbox/sandbox.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/baseline.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/result_queue.h"
#include "arena/tournament/schedule/entrant.h"

namespace tichu::arena {

/// What the threads of a run share besides its configuration.
struct WorkerMeans {
  const Sandbox* sandbox = nullptr;    ///< for the bots that are not trusted; null: they run without
  const Baseline* baseline = nullptr;  ///< whose boards are taken as they are; null: all are played
};

/// The threads of this process that play: each takes a job from the feed, plays it with bots of its own, and gives back
/// the result through the queue. All functions but the constructor and the destructor may be called from any thread.
class Workers {
 public:
  /// Starts a thread for each of `windows`, which says where it shows its table; null: nowhere. All must outlive this
  /// object. Throws std::system_error if the host refuses a thread.
  Workers(const TournamentConfig& config, const std::vector<Entrant>& entrants, const WorkerMeans& means, JobFeed& feed,
          std::vector<TableWindow*> windows);
  /// Ends the threads; what they still finish is dropped.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// No new boards; those under way are finished.
  void stop() { feed_.stop(); }
  ResultQueue& queue() { return queue_; }
  /// What the players used that were ended after their last job, by that job. To be asked when the queue is exhausted.
  const std::vector<std::pair<JobNumber, std::vector<BotUsage>>>& late_usage() const { return late_usage_; }
  /// Why a thread gave up; null if none did.
  std::exception_ptr failure() const;

 private:
  void work(std::size_t worker);
  void play_jobs(std::size_t worker);
  void abandon();

  const TournamentConfig& config_;
  const std::vector<Entrant>& entrants_;
  const WorkerMeans means_;
  const std::vector<int> cores_;
  JobFeed& feed_;
  std::vector<TableWindow*> windows_;
  ResultQueue queue_;
  mutable std::mutex mutex_;
  std::exception_ptr failure_;
  std::vector<std::pair<JobNumber, std::vector<BotUsage>>> late_usage_;
  std::vector<std::jthread> threads_;
};

}  // namespace tichu::arena
