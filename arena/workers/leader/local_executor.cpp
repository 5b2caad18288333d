#include "arena/workers/leader/local_executor.h"

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <utility>

#include "arena/hosting/match/play_board.h"
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

}  // namespace

LocalExecutor::LocalExecutor() : thread_([this] { run(); }) {}

LocalExecutor::~LocalExecutor() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  news_.notify_all();
}

void LocalExecutor::add(LocalTask task) {
  const std::scoped_lock lock(mutex_);
  tasks_.push_back(std::move(task));
  ++open_;
  news_.notify_all();
}

std::optional<LocalResult> LocalExecutor::take() {
  const std::scoped_lock lock(mutex_);
  if (results_.empty()) return std::nullopt;
  LocalResult result = std::move(results_.front());
  results_.pop_front();
  --open_;
  return result;
}

std::size_t LocalExecutor::open() const {
  const std::scoped_lock lock(mutex_);
  return open_;
}

bool LocalExecutor::is_ended() const {
  const std::scoped_lock lock(mutex_);
  return ended_;
}

void LocalExecutor::run() {
  while (true) {
    LocalTask task;
    {
      std::unique_lock lock(mutex_);
      news_.wait(lock, [this] { return ended_ || !tasks_.empty(); });
      if (ended_) break;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    LocalResult result = play(std::move(task));
    const std::scoped_lock lock(mutex_);
    results_.push_back(std::move(result));
  }
  pool_.reset();  // processes live as long as the thread that started them
}

LocalResult LocalExecutor::play(LocalTask task) {
  LocalResult result;
  result.task = std::move(task);
  try {
    if (roster_ != result.task.roster) {
      // Bots of a roster that came later are others.
      pool_.reset();
      roster_ = result.task.roster;
    }
    for (const LocalBoard& board : result.task.boards) {
      if (is_ended() || !result.differing.empty()) break;
      play(board, result);
    }
  } catch (const std::exception& error) {
    pool_.reset();
    result.trouble = error.what();
  }
  return result;
}

void LocalExecutor::play(const LocalBoard& board, LocalResult& result) {
  FinishedJob first = played(board);
  BoardDigest digest = play_digest(first);
  const auto differs = [&](const BoardDigest& said) { return differ(said, digest); };
  if (std::any_of(board.said.begin(), board.said.end(), differs) && !is_ended()) {
    const FinishedJob second = played(board);
    const auto teams = board_spec(roster_->config, roster_->entrants, board.job).teams;
    if (differs(play_digest(second))) result.differing = differing_bots(teams, first, second);
  }
  result.digests.push_back(std::move(digest));
  if (!result.task.recheck) result.finished.push_back(std::move(first));
}

FinishedJob LocalExecutor::played(const LocalBoard& board) {
  expect_box(*roster_, board.job);
  const TournamentConfig& config = roster_->config;
  if (pool_ == nullptr) {
    pool_ = std::make_unique<PlayerPool>(config.bots, config.limits, roster_->sandbox,
                                         affordable_programs(config, 1, descriptor_limit(), machine_memory()));
  }
  BoardOutcome outcome = play_board(board_spec(config, roster_->entrants, board.job, board.given_up), *pool_);
  pool_->take_usage();
  return finish_job(config, board.job, std::move(outcome));
}

}  // namespace tichu::arena
