#include "arena/tournament/play/thread_executor.h"

#include <fmt/format.h>

#include <optional>

#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/finish_job.h"

namespace tichu::arena {

ThreadExecutor::ThreadExecutor(const ExecutorContext& needs, std::vector<TableView*> views, BeforeBoard before_board)
    : baseline_(needs.baseline),
      before_board_(std::move(before_board)),
      cores_(usable_cores()),
      feed_(needs.feed),
      seats_(needs.seats),
      views_(std::move(views)),
      queue_(views_.size()),
      roster_(needs.roster) {
  try {
    for (std::size_t i = 0; i < views_.size(); ++i) threads_.emplace_back([this, i] { work(i); });
  } catch (...) {
    abandon();
    throw;
  }
}

ThreadExecutor::~ThreadExecutor() { abandon(); }

void ThreadExecutor::stop() {
  feed_.stop();
  if (seats_ != nullptr) seats_->stop_waiting();
}

void ThreadExecutor::abandon() {
  stop();
  queue_.close();
}

std::exception_ptr ThreadExecutor::failure() const {
  const std::scoped_lock lock(mutex_);
  return failure_;
}

void ThreadExecutor::work(std::size_t worker) {
  try {
    std::optional<CoreClaim> claim;
    std::optional<CorePlacement> placement;
    if (const auto first = roster(); first->config.pin && first->config.sandbox.cores == 1) {
      claim.emplace(cores_, worker);
      placement.emplace(claim->core());
    }
    play_jobs(worker);
  } catch (const SeatsClosed&) {  // NOLINT(bugprone-empty-catch): its board has no result, and nothing has failed
  } catch (...) {
    stop();
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  queue_.worker_done();
}

void ThreadExecutor::set_roster(std::shared_ptr<const Roster> roster) {
  const std::scoped_lock lock(mutex_);
  roster_ = std::move(roster);
}

std::shared_ptr<const Roster> ThreadExecutor::roster() const {
  const std::scoped_lock lock(mutex_);
  return roster_;
}

std::vector<std::pair<JobNumber, std::vector<BotUsage>>> ThreadExecutor::late_usage() const {
  const std::scoped_lock lock(mutex_);
  return late_usage_;
}

std::vector<RunNote> ThreadExecutor::take_notes() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(troubles_, {});
}

void ThreadExecutor::play_jobs(std::size_t worker) {
  TableView* view = views_[worker];
  std::shared_ptr<const Roster> playing = roster();
  const TournamentConfig& config = playing->config;
  const auto bots_of = [](const std::shared_ptr<const Roster>& field) {
    return PlayerPool::Bots(field, &field->config.bots);
  };
  // Made, used and destroyed here: the bots' processes live as long as the thread that started them.
  PlayerPool pool(bots_of(playing), config.limits, playing->sandbox,
                  affordable_programs(config, views_.size(), descriptor_limit(), machine_memory()), seats_);
  std::optional<JobNumber> last;
  while (const auto job = feed_.next(worker)) {
    if (std::shared_ptr<const Roster> now = roster(); now != playing) {
      playing = std::move(now);
      pool.add_bots(bots_of(playing), playing->sandbox);
    }
    if (baseline_ != nullptr && feed_.given_up(*job).empty()) {
      if (auto played = baseline_->find(*job)) {
        queue_.push(std::move(*played));
        continue;
      }
    }
    FinishedJob finished = play(*job, *playing, pool, view);
    for (const BotUsage& usage : pool.take_usage()) add_usage(finished.usage, usage);
    last = job->number;
    queue_.push(std::move(finished));
  }
  pool.end_all();
  const std::scoped_lock lock(mutex_);
  if (last) late_usage_.emplace_back(*last, pool.take_usage());
}

FinishedJob ThreadExecutor::play(const Job& job, const Roster& roster, PlayerPool& pool, TableView* view) {
  constexpr int Attempts = 7;
  constexpr std::chrono::milliseconds FirstPause{50};
  std::chrono::milliseconds pause = FirstPause;
  for (int attempt = 1;; ++attempt, pause *= 2) {
    try {
      return this->attempt(job, attempt, roster, pool, view);
    } catch (const SeatsClosed&) {
      throw;
    } catch (const SeatLost& lost) {
      note_trouble(fmt::format("job {} is played again: {}", job.number.value(), lost.what()));
      pause = FirstPause;  // its bot is waited for
      attempt = 0;
    } catch (const std::exception& error) {
      if (attempt == Attempts || feed_.is_stopped()) throw;
      note_trouble(fmt::format("the machine failed in attempt {} at job {}, which is played again: {}", attempt,
                               job.number.value(), error.what()));
    }
    pool.end_all();
    std::this_thread::sleep_for(pause);
  }
}

FinishedJob ThreadExecutor::attempt(const Job& job, int attempt, const Roster& roster, PlayerPool& pool,
                                    TableView* view) {
  if (before_board_) before_board_(job, attempt);
  BoardSpec board = board_spec(roster.config, roster.entrants, job, feed_.given_up(job));
  board.keeps_output = roster.keeps_output;
  if (view != nullptr) view->begin_board(job.number);
  FinishedJob finished = finish_job(roster.config, job, play_board(board, pool, view));
  if (view != nullptr) view->end_board();
  return finished;
}

void ThreadExecutor::note_trouble(std::string text) {
  const std::scoped_lock lock(mutex_);
  troubles_.push_back({RunNote::Level::Warning, std::move(text)});
}

}  // namespace tichu::arena
