#pragma once

#include <chrono>
#include <cstddef>
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
#include "arena/hosting/match/table_view.h"
#include "arena/tournament/play/baseline.h"
#include "arena/tournament/play/board_executor.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/result_queue.h"
#include "arena/tournament/play/roster.h"

namespace tichu::arena {

/// The threads of this process that play: each takes a job from the feed, plays it with bots of its own, and gives back
/// the result through the queue.
///
/// If the machine fails (no process, memory or file descriptor, a box that does not stand though nothing is wrong with
/// the bot), the board is played again with new players, which nobody can tell from its result: after longer and longer
/// pauses, for some seconds in all. Then the thread gives up, and with it the run. A board whose remote bot is lost is
/// played again without end, as soon as that bot is back; once the run is to stop nobody waits for it, and the board
/// has no result.
class ThreadExecutor : public BoardExecutor {
 public:
  /// Called by a playing thread before each attempt to play a board. What it throws is a failure of the machine: for
  /// tests.
  using BeforeBoard = std::function<void(const Job& job, int attempt)>;

  /// Starts a thread for each of `views`, which says where it shows its table; null: nowhere. All must outlive this
  /// object. Throws std::system_error if the host refuses a thread.
  ThreadExecutor(const ExecutorContext& needs, std::vector<TableView*> views, BeforeBoard before_board = {});
  /// Ends the threads; what they still finish is dropped.
  ~ThreadExecutor() override;

  void set_roster(std::shared_ptr<const Roster> roster) override;
  std::vector<RunNote> take_notes() override;
  void stop() override;
  std::vector<FinishedJob> take_finished(std::chrono::milliseconds patience) override {
    return queue_.take_all(patience);
  }
  bool is_done() const override { return queue_.exhausted(); }
  std::vector<std::pair<JobNumber, std::vector<BotUsage>>> late_usage() const override;
  std::exception_ptr failure() const override;

 private:
  void work(std::size_t worker);
  void play_jobs(std::size_t worker);
  std::shared_ptr<const Roster> roster() const;
  /// Throws what the machine's last failure was.
  FinishedJob play(const Job& job, const Roster& roster, PlayerPool& pool, TableView* view);
  FinishedJob attempt(const Job& job, int attempt, const Roster& roster, PlayerPool& pool, TableView* view);
  void note_trouble(std::string text);
  void abandon();

  const Baseline* baseline_;
  const BeforeBoard before_board_;
  const std::vector<int> cores_;
  JobFeed& feed_;
  RemoteSeats* seats_;
  std::vector<TableView*> views_;
  ResultQueue queue_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Roster> roster_;
  std::vector<RunNote> troubles_;
  std::exception_ptr failure_;
  std::vector<std::pair<JobNumber, std::vector<BotUsage>>> late_usage_;
  std::vector<std::jthread> threads_;
};

}  // namespace tichu::arena
