#include "arena/event/run_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "arena/event/fault_log.h"
#include "arena/event/finish_job.h"
#include "arena/event/result_queue.h"
#include "arena/match/core_placement.h"
#include "arena/match/play_board.h"
#include "arena/match/player_pool.h"
#include "arena/schedule/round_robin.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// The threads that play, and what they share.
class Workers {
 public:
  Workers(const EventConfig& config, const Sandbox* sandbox, const std::vector<Entrant>& entrants, Schedule& schedule,
          std::size_t threads)
      : config_(config), sandbox_(sandbox), entrants_(entrants), schedule_(schedule), queue_(threads) {
    try {
      for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this, i] { work(i); });
    } catch (...) {
      abandon();
      throw;
    }
  }
  /// Ends the threads; what they still finish is dropped.
  ~Workers() { abandon(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// No new boards; those under way are finished.
  void stop() { stopping_ = true; }
  ResultQueue& queue() { return queue_; }
  void report(const Job& job, const BoardResult& result) {
    const std::scoped_lock lock(mutex_);
    schedule_.report(job, result);
  }
  /// Why a worker gave up, if one did.
  std::exception_ptr failure() const {
    const std::scoped_lock lock(mutex_);
    return failure_;
  }

 private:
  void work(std::size_t worker) {
    std::optional<CorePlacement> placement;
    if (config_.pin && config_.sandbox.cores == 1) placement.emplace(cores_[worker % cores_.size()]);
    try {
      // Made, used and destroyed here: the bots' processes live as long as the thread that started them.
      PlayerPool pool(config_.bots, config_.limits, sandbox_);
      while (const auto job = next_job()) {
        queue_.push(finish_job(config_, *job, play_board(board_spec(config_, entrants_, *job), pool)));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stopping_ = true;
    }
    queue_.worker_done();
  }

  std::optional<Job> next_job() {
    if (stopping_) return std::nullopt;
    const std::scoped_lock lock(mutex_);
    return schedule_.next();
  }

  void abandon() {
    stop();
    queue_.close();
  }

  const EventConfig& config_;
  const Sandbox* sandbox_;
  const std::vector<int> cores_ = usable_cores();
  const std::vector<Entrant>& entrants_;
  Schedule& schedule_;
  ResultQueue queue_;
  mutable std::mutex mutex_;
  std::exception_ptr failure_;
  std::atomic<bool> stopping_ = false;
  std::vector<std::jthread> threads_;
};

/// Stores what the workers finish until they are done.
class Collector {
 public:
  Collector(const EventConfig& config, const EventSurroundings& surroundings, std::uint64_t total)
      : surroundings_(surroundings), faults_(config, surroundings.log), began_(Clock::now()) {
    progress_.jobs_total = total;
  }

  void collect(Workers& workers) {
    constexpr std::chrono::milliseconds Patience(50);
    while (!workers.queue().exhausted()) {
      const std::vector<FinishedJob> jobs = workers.queue().take_all(Patience);
      if (!jobs.empty()) keep(jobs, workers);
      if (!stopped_ && surroundings_.stop_requested()) stop(workers);
      progress_.elapsed = Clock::now() - began_;
      surroundings_.progress.update(progress_);
    }
    surroundings_.progress.clear();
  }

  const Progress& progress() const { return progress_; }

 private:
  void keep(const std::vector<FinishedJob>& jobs, Workers& workers) {
    surroundings_.store.add(jobs);
    for (const FinishedJob& job : jobs) {
      workers.report(job.job, job.result);
      progress_.jobs_done += 1;
      progress_.rounds += job.rounds.size();
      progress_.faults += job.faults.size();
      if (job.faults.empty()) continue;
      surroundings_.progress.clear();
      faults_.add(job);
    }
  }

  void stop(Workers& workers) {
    stopped_ = true;
    workers.stop();
    surroundings_.progress.clear();
    surroundings_.log.warning("stopping: the boards under way are finished first; once more to end at once");
  }

  const EventSurroundings& surroundings_;
  FaultLog faults_;
  Clock::time_point began_;
  Progress progress_;
  bool stopped_ = false;
};

/// What a board is, for people: "2 rounds", "1 game".
std::string board_text(const EventConfig& config) {
  const int tables = table_count(config.seatings);
  return fmt::format("{} {}{}", tables, config.format == BoardFormat::Games ? "game" : "round", tables == 1 ? "" : "s");
}

}  // namespace

int thread_count(const EventConfig& config) {
  if (config.concurrency > 0) return config.concurrency;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

EventReport report_of(const EventConfig& config, const EventStore& store) {
  EventReport report;
  report.config = config;
  report.entrants = entrants_of(config);
  const std::vector<RatedBoard> boards = store.rated_boards();
  report.standings = rate(boards, store.figures());
  report.duplication = measure_duplication(boards);
  report.faults = store.faults();
  report.boards_planned = RoundRobin(report.entrants.size(), config.boards).total();
  return report;
}

EventOutcome run_event(const EventConfig& config, const EventSurroundings& surroundings) {
  const std::vector<Entrant> entrants = entrants_of(config);
  RoundRobin schedule(entrants.size(), config.boards);
  const auto threads = static_cast<std::size_t>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(thread_count(config)), schedule.total()));
  surroundings.log.info(fmt::format("event {}: {} entrants, {} boards of {}, {}, seed {}, {} {}", config.name,
                                    entrants.size(), schedule.total(), board_text(config),
                                    std::string(preset_name(config.rules)) + " rules", config.seed, threads,
                                    threads == 1 ? "thread" : "threads"));

  EventOutcome outcome;
  Collector collector(config, surroundings, schedule.total());
  {
    Workers workers(config, surroundings.sandbox, entrants, schedule, threads);
    collector.collect(workers);
    if (const std::exception_ptr failure = workers.failure()) std::rethrow_exception(failure);
  }
  surroundings.store.finish();
  const Progress& progress = collector.progress();
  outcome.rounds = progress.rounds;
  outcome.elapsed = progress.elapsed;
  outcome.stopped = progress.jobs_done < progress.jobs_total;
  outcome.report = report_of(config, surroundings.store);
  if (surroundings.sandbox != nullptr) outcome.report.sandbox = surroundings.sandbox->report();
  surroundings.log.info(fmt::format("event {}: {} of {} boards, {} rounds, {} faults in {}", config.name,
                                    progress.jobs_done, progress.jobs_total, progress.rounds, progress.faults,
                                    duration_text(progress.elapsed)));
  return outcome;
}

}  // namespace tichu::arena
