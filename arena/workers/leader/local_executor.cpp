#include "arena/workers/leader/local_executor.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/finish_job.h"

namespace tichu::arena {
namespace {

/// Throws if a bot of the job must not run without a box, and there is none.
void expect_box(const Roster& roster, const Job& job) {
  if (roster.sandbox != nullptr || roster.config.allow_unsandboxed) return;
  for (const EntrantId id : job.entrants) {
    for (const BotId bot : roster.entrants.at(static_cast<std::size_t>(id)).bots.bots) {
      const BotSpec& spec = roster.config.bots.at(static_cast<std::size_t>(bot));
      if (spec.trusted) continue;
      throw std::runtime_error("bot \"" + spec.name + "\" is not trusted, and there is no sandbox for it");
    }
  }
}

/// Plays the boards of one task.
class TaskPlayer {
 public:
  TaskPlayer(const Roster& roster, const std::atomic<bool>& is_ended)
      : roster_(roster),
        is_ended_(is_ended),
        pool_(roster.config.bots, roster.config.limits, roster.sandbox,
              affordable_programs(roster.config, 1, descriptor_limit(), machine_memory())) {}

  void play(const LocalBoard& board, LocalResult& result) {
    FinishedJob first = played(board);
    BoardDigest digest = play_digest(first);
    const auto differs = [&](const BoardDigest& said) { return differ(said, digest); };
    if (std::any_of(board.said.begin(), board.said.end(), differs) && !is_ended_) {
      const FinishedJob second = played(board);
      const auto teams = board_spec(roster_.config, roster_.entrants, board.job).teams;
      if (differs(play_digest(second))) result.differing = differing_bots(teams, first, second);
    }
    result.digests.push_back(std::move(digest));
    if (!result.task.recheck) result.finished.push_back(std::move(first));
  }

 private:
  FinishedJob played(const LocalBoard& board) {
    expect_box(roster_, board.job);
    BoardSpec spec = board_spec(roster_.config, roster_.entrants, board.job, board.given_up);
    spec.keeps_output = roster_.keeps_output;
    return finish_job(roster_.config, board.job, play_board(spec, pool_));
  }

  const Roster& roster_;
  const std::atomic<bool>& is_ended_;
  PlayerPool pool_;
};

LocalResult played(LocalTask task, const std::atomic<bool>& is_ended) {
  LocalResult result;
  result.task = std::move(task);
  try {
    TaskPlayer player(*result.task.roster, is_ended);
    for (const LocalBoard& board : result.task.boards) {
      if (is_ended || !result.differing.empty()) break;
      player.play(board, result);
    }
  } catch (const std::exception& error) {
    result.trouble = error.what();
  }
  return result;
}

}  // namespace

void LocalExecutor::add(LocalTask task) {
  tasks_.push_back(std::move(task));
  if (!under_way_.valid()) begin();
}

void LocalExecutor::begin() {
  if (tasks_.empty()) return;
  under_way_ = std::async(std::launch::async, [task = std::move(tasks_.front()), this]() mutable {
    return played(std::move(task), is_ended_);
  });
  tasks_.pop_front();
}

std::optional<LocalResult> LocalExecutor::take() {
  if (!under_way_.valid() || under_way_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  LocalResult result = under_way_.get();
  begin();
  return result;
}

}  // namespace tichu::arena
