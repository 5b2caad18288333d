#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/hosting/match/bot_usage.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/match/table_window.h"
#include "arena/tournament/play/baseline.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/result_queue.h"
#include "arena/tournament/play/roster.h"

namespace tichu::arena {

/// What the threads of a run share besides those who play.
struct WorkerMeans {
  const Baseline* baseline = nullptr;  ///< whose boards are taken as they are; null: all are played
  /// Called by a playing thread before each attempt to play a board. What it throws is a failure of the machine: for
  /// tests.
  std::function<void(const Job& job, int attempt)> before_board = {};
};

/// The threads of this process that play: each takes a job from the feed, plays it with bots of its own, and gives back
/// the result through the queue. All functions but the constructor and the destructor may be called from any thread.
///
/// If the machine fails (no process, memory or file descriptor, a box that does not stand though nothing is wrong with
/// the bot), the board is played again with new players, which nobody can tell from its result: after longer and longer
/// pauses, for some seconds in all. Then the thread gives up, and with it the run.
class Workers {
 public:
  /// Starts a thread for each of `windows`, which says where it shows its table; null: nowhere. All must outlive this
  /// object. Throws std::system_error if the host refuses a thread.
  Workers(std::shared_ptr<const Roster> roster, WorkerMeans means, JobFeed& feed, std::vector<TableWindow*> windows);
  /// Ends the threads; what they still finish is dropped.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Who plays from now on; to be told before the feed is.
  void set_roster(std::shared_ptr<const Roster> roster);
  /// Why boards had to be played again, a sentence each, since the last call.
  std::vector<std::string> take_troubles();
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
  std::shared_ptr<const Roster> roster() const;
  /// Throws what the machine's last failure was.
  FinishedJob play(const Job& job, const Roster& roster, PlayerPool& pool, TableWindow* window);
  FinishedJob attempt(const Job& job, int attempt, const Roster& roster, PlayerPool& pool, TableWindow* window);
  void note_trouble(const Job& job, int attempt, const std::string& what);
  void abandon();

  const WorkerMeans means_;
  const std::vector<int> cores_;
  JobFeed& feed_;
  std::vector<TableWindow*> windows_;
  ResultQueue queue_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Roster> roster_;
  std::vector<std::string> troubles_;
  std::exception_ptr failure_;
  std::vector<std::pair<JobNumber, std::vector<BotUsage>>> late_usage_;
  std::vector<std::jthread> threads_;
};

}  // namespace tichu::arena
