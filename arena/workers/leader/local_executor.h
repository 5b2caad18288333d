#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/hosting/match/player_pool.h"
#include "arena/tournament/play/roster.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/workers/units/messages.h"
#include "arena/workers/units/play_digest.h"

namespace tichu::arena {

/// A board that the leader's own machine plays.
struct LocalBoard {
  Job job;
  std::vector<BotId> given_up;
  std::size_t index = 0;               ///< in its unit
  std::vector<BoardDigest> said = {};  ///< what workers played there
};

/// Boards that are played one after the other.
struct LocalTask {
  std::optional<UnitNumber> recheck;  ///< the unit that is rechecked; nullopt: the results are for the store
  std::shared_ptr<const Roster> roster;
  std::vector<LocalBoard> boards;
};

/// What came of them.
struct LocalResult {
  LocalTask task;
  std::vector<BoardDigest> digests;   ///< of its boards
  std::vector<FinishedJob> finished;  ///< of its boards, if they are for the store
  std::set<BotId> differing;          ///< bots that answered differently when a board was played twice
  std::string trouble;                ///< why not all boards could be played; empty if they were
};

/// Plays boards on this machine, on a thread of its own. A board that a worker played differently is played twice, to
/// see whether its bots repeat themselves.
class LocalExecutor {
 public:
  LocalExecutor();
  /// What it has begun ends after the board under way.
  ~LocalExecutor();
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  void add(LocalTask task);
  /// The next result, if there is one.
  std::optional<LocalResult> take();
  /// How many tasks have no result that was taken.
  std::size_t open() const;

 private:
  void run();
  bool is_ended() const;
  LocalResult play(LocalTask task);
  void play(const LocalBoard& board, LocalResult& result);
  FinishedJob played(const LocalBoard& board);

  mutable std::mutex mutex_;
  std::condition_variable news_;
  // Under the mutex:
  std::deque<LocalTask> tasks_;
  std::deque<LocalResult> results_;
  std::size_t open_ = 0;
  bool ended_ = false;
  // Of the thread:
  std::shared_ptr<const Roster> roster_;
  std::unique_ptr<PlayerPool> pool_;
  std::jthread thread_;
};

}  // namespace tichu::arena
