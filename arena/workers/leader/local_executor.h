#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

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

/// Plays boards on this machine beside the thread that uses this object, one task after the other. A board that a
/// worker played differently is played twice, to see whether its bots repeat themselves.
class LocalExecutor {
 public:
  LocalExecutor() = default;
  /// What it has begun ends after the board under way.
  ~LocalExecutor() { is_ended_ = true; }
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  void add(LocalTask task);
  /// The next result, if there is one.
  std::optional<LocalResult> take();
  /// How many tasks have no result that was taken.
  std::size_t open() const { return tasks_.size() + (under_way_.valid() ? 1 : 0); }

 private:
  void begin();

  std::deque<LocalTask> tasks_;  ///< that are not begun
  std::atomic<bool> is_ended_ = false;
  std::future<LocalResult> under_way_;
};

}  // namespace tichu::arena
