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
#include "arena/workers/units/make_unit.h"

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

UnitJob unit_job_of(const Roster& roster, const Job& job) {
  UnitJob unit_job;
  unit_job.number = job.number;
  for (std::size_t side = 0; side < unit_job.teams.size(); ++side) {
    unit_job.teams[side] = roster.entrants.at(static_cast<std::size_t>(job.entrants[side])).bots;
  }
  return unit_job;
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
  const std::vector<UnitJob> unit_jobs{unit_job_of(*roster_, board.job)};
  std::vector<PlayedJob> plays;
  plays.push_back(played(board, unit_jobs.front(), result.task.recheck ? nullptr : &result.finished));
  BoardDigest digest = play_digests(unit_jobs, plays).front();
  const auto differs = [&](const BoardDigest& said) { return differ(said, digest); };
  if (std::any_of(board.said.begin(), board.said.end(), differs) && !is_ended()) {
    std::vector<PlayedJob> again;
    again.push_back(played(board, unit_jobs.front(), nullptr));
    if (differs(play_digests(unit_jobs, again).front())) {
      result.differing = differing_bots(unit_jobs.front().teams, plays.front(), again.front());
    }
  }
  result.digests.push_back(std::move(digest));
}

PlayedJob LocalExecutor::played(const LocalBoard& board, const UnitJob& unit_job, std::vector<FinishedJob>* finished) {
  expect_box(*roster_, board.job);
  const TournamentConfig& config = roster_->config;
  if (pool_ == nullptr) {
    pool_ = std::make_unique<PlayerPool>(config.bots, config.limits, roster_->sandbox,
                                         affordable_programs(config, 1, descriptor_limit(), machine_memory()));
  }
  BoardOutcome outcome = play_board(board_spec(config, roster_->entrants, board.job, board.given_up), *pool_);
  pool_->take_usage();
  PlayedJob played = played_job(unit_job, outcome);
  if (finished != nullptr) finished->push_back(finish_job(config, board.job, std::move(outcome)));
  return played;
}

}  // namespace tichu::arena
