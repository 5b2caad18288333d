#include "arena/tournament/play/workers.h"

#include <chrono>
#include <optional>

#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/finish_job.h"

namespace tichu::arena {

Workers::Workers(std::shared_ptr<const Roster> roster, WorkerMeans means, JobFeed& feed,
                 std::vector<TableWindow*> windows)
    : means_(std::move(means)),
      cores_(usable_cores()),
      feed_(feed),
      windows_(std::move(windows)),
      queue_(windows_.size()),
      roster_(std::move(roster)) {
  try {
    for (std::size_t i = 0; i < windows_.size(); ++i) threads_.emplace_back([this, i] { work(i); });
  } catch (...) {
    abandon();
    throw;
  }
}

Workers::~Workers() { abandon(); }

void Workers::abandon() {
  stop();
  queue_.close();
}

std::exception_ptr Workers::failure() const {
  const std::scoped_lock lock(mutex_);
  return failure_;
}

void Workers::work(std::size_t worker) {
  std::optional<CoreClaim> claim;
  std::optional<CorePlacement> placement;
  if (const auto first = roster(); first->config.pin && first->config.sandbox.cores == 1) {
    claim.emplace(cores_, worker);
    placement.emplace(claim->core());
  }
  try {
    play_jobs(worker);
  } catch (...) {
    feed_.stop();
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  queue_.worker_done();
}

void Workers::set_roster(std::shared_ptr<const Roster> roster) {
  const std::scoped_lock lock(mutex_);
  roster_ = std::move(roster);
}

std::shared_ptr<const Roster> Workers::roster() const {
  const std::scoped_lock lock(mutex_);
  return roster_;
}

std::vector<std::string> Workers::take_troubles() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(troubles_, {});
}

void Workers::play_jobs(std::size_t worker) {
  TableWindow* window = windows_[worker];
  std::shared_ptr<const Roster> playing = roster();
  const TournamentConfig& config = playing->config;
  // Made, used and destroyed here: the bots' processes live as long as the thread that started them.
  PlayerPool pool(config.bots, config.limits, playing->sandbox,
                  affordable_programs(config, windows_.size(), descriptor_limit(), machine_memory()));
  std::optional<JobNumber> last;
  while (const auto job = feed_.next(worker)) {
    if (std::shared_ptr<const Roster> now = roster(); now != playing) {
      playing = std::move(now);
      pool.add_bots(playing->config.bots, playing->sandbox);
    }
    if (means_.baseline != nullptr && feed_.given_up(*job).empty()) {
      if (auto played = means_.baseline->find(*job)) {
        queue_.push(std::move(*played));
        continue;
      }
    }
    FinishedJob finished = play(*job, *playing, pool, window);
    for (const BotUsage& usage : pool.take_usage()) add_usage(finished.usage, usage);
    last = job->number;
    queue_.push(std::move(finished));
  }
  pool.end_all();
  const std::scoped_lock lock(mutex_);
  if (last) late_usage_.emplace_back(*last, pool.take_usage());
}

FinishedJob Workers::play(const Job& job, const Roster& roster, PlayerPool& pool, TableWindow* window) {
  constexpr int Attempts = 7;
  std::chrono::milliseconds pause{50};
  for (int attempt = 1;; ++attempt, pause *= 2) {
    try {
      return this->attempt(job, attempt, roster, pool, window);
    } catch (const std::exception& error) {
      if (attempt == Attempts || feed_.is_stopped()) throw;
      note_trouble(job, attempt, error.what());
    }
    pool.end_all();
    std::this_thread::sleep_for(pause);
  }
}

FinishedJob Workers::attempt(const Job& job, int attempt, const Roster& roster, PlayerPool& pool, TableWindow* window) {
  if (means_.before_board) means_.before_board(job, attempt);
  const BoardSpec board = board_spec(roster.config, roster.entrants, job, feed_.given_up(job));
  if (window != nullptr) window->begin_board(job.number);
  FinishedJob finished = finish_job(roster.config, job, play_board(board, pool, window));
  if (window != nullptr) window->end_board();
  return finished;
}

void Workers::note_trouble(const Job& job, int attempt, const std::string& what) {
  const std::scoped_lock lock(mutex_);
  troubles_.push_back("the machine failed in attempt " + std::to_string(attempt) + " at job " +
                      std::to_string(job.number.value()) + ", which is played again: " + what);
}

}  // namespace tichu::arena
