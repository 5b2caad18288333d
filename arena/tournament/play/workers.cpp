#include "arena/tournament/play/workers.h"

#include <optional>

#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/finish_job.h"

namespace tichu::arena {

Workers::Workers(const TournamentConfig& config, const std::vector<Entrant>& entrants, const WorkerMeans& means,
                 JobFeed& feed, std::vector<TableWindow*> windows)
    : config_(config),
      entrants_(entrants),
      means_(means),
      cores_(usable_cores()),
      feed_(feed),
      windows_(std::move(windows)),
      queue_(windows_.size()) {
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
  if (config_.pin && config_.sandbox.cores == 1) {
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

void Workers::play_jobs(std::size_t worker) {
  TableWindow* window = windows_[worker];
  // Made, used and destroyed here: the bots' processes live as long as the thread that started them.
  PlayerPool pool(config_.bots, config_.limits, means_.sandbox,
                  affordable_programs(config_, windows_.size(), descriptor_limit(), machine_memory()));
  std::optional<JobNumber> last;
  while (const auto job = feed_.next(worker)) {
    std::vector<BotId> given_up = feed_.given_up(*job);
    if (means_.baseline != nullptr && given_up.empty()) {
      if (auto played = means_.baseline->find(*job)) {
        queue_.push(std::move(*played));
        continue;
      }
    }
    if (window != nullptr) window->begin_board(job->number);
    const BoardSpec board = board_spec(config_, entrants_, *job, std::move(given_up));
    FinishedJob finished = finish_job(config_, *job, play_board(board, pool, window));
    if (window != nullptr) window->end_board();
    for (const BotUsage& usage : pool.take_usage()) add_usage(finished.usage, usage);
    last = job->number;
    queue_.push(std::move(finished));
  }
  pool.end_all();
  const std::scoped_lock lock(mutex_);
  if (last) late_usage_.emplace_back(*last, pool.take_usage());
}

}  // namespace tichu::arena
