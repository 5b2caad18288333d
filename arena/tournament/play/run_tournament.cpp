#include "arena/tournament/play/run_tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/presentation/report/usage_report.h"
#include "arena/text/counted.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/current_tables.h"
#include "arena/tournament/play/fault_log.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/result_queue.h"
#include "arena/tournament/schedule/make_schedule.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// The threads that play, and what they share.
class Workers {
 public:
  Workers(const TournamentConfig& config, const Sandbox* sandbox, const std::vector<Entrant>& entrants, JobFeed& feed,
          CurrentTables& tables, std::size_t threads)
      : config_(config), sandbox_(sandbox), entrants_(entrants), feed_(feed), tables_(tables), queue_(threads) {
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
  void stop() { feed_.stop(); }
  ResultQueue& queue() { return queue_; }
  /// What the players used that were ended after their last job, by that job. To be asked when the queue is exhausted.
  const std::vector<std::pair<std::uint64_t, std::vector<BotUsage>>>& late_usage() const { return late_usage_; }
  /// Why a worker gave up, if one did.
  std::exception_ptr failure() const {
    const std::scoped_lock lock(mutex_);
    return failure_;
  }

 private:
  void work(std::size_t worker) {
    std::optional<CoreClaim> claim;
    std::optional<CorePlacement> placement;
    if (config_.pin && config_.sandbox.cores == 1) {
      claim.emplace(cores_, worker);
      placement.emplace(claim->core());
    }
    try {
      // Made, used and destroyed here: the bots' processes live as long as the thread that started them.
      PlayerPool pool(config_.bots, config_.limits, sandbox_);
      TableWindow* const window = tables_.window(worker);
      std::optional<std::uint64_t> last;
      while (const auto job = feed_.next()) {
        if (window != nullptr) window->begin_board(job->number);
        const BoardSpec board = board_spec(config_, entrants_, *job, feed_.given_up(*job));
        FinishedJob finished = finish_job(config_, *job, play_board(board, pool, window));
        if (window != nullptr) window->end_board();
        for (const BotUsage& usage : pool.take_usage()) add_usage(finished.usage, usage);
        last = job->number;
        queue_.push(std::move(finished));
      }
      pool.end_all();
      const std::scoped_lock lock(mutex_);
      if (last) late_usage_.emplace_back(*last, pool.take_usage());
    } catch (...) {
      feed_.stop();
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    queue_.worker_done();
  }

  void abandon() {
    stop();
    queue_.close();
  }

  const TournamentConfig& config_;
  const Sandbox* sandbox_;
  const std::vector<int> cores_ = usable_cores();
  const std::vector<Entrant>& entrants_;
  JobFeed& feed_;
  CurrentTables& tables_;
  ResultQueue queue_;
  mutable std::mutex mutex_;
  std::exception_ptr failure_;
  std::vector<std::pair<std::uint64_t, std::vector<BotUsage>>> late_usage_;
  std::vector<std::jthread> threads_;
};

/// Between two transactions: what a killed arena has to play again.
constexpr std::chrono::milliseconds CommitPause(100);

/// Who scores most points a round so far, for the progress line.
class Leader {
 public:
  explicit Leader(const TournamentConfig& config) : entrants_(entrants_of(config)), sums_(entrants_.size()) {}

  void add(const Job& job, const BoardResult& result) {
    for (std::size_t side = 0; side < 2; ++side) {
      Sum& sum = sums_[static_cast<std::size_t>(job.entrants[side])];
      sum.margin += side == 0 ? result.margin : -result.margin;
      sum.boards += 1;
    }
  }
  /// Empty before the first board.
  std::string name() const {
    const auto best =
        std::max_element(sums_.begin(), sums_.end(), [](const Sum& a, const Sum& b) { return a.mean() < b.mean(); });
    if (best == sums_.end() || best->boards == 0) return "";
    return entrants_[static_cast<std::size_t>(best - sums_.begin())].name;
  }

 private:
  struct Sum {
    double margin = 0;
    double boards = 0;

    double mean() const { return boards > 0 ? margin / boards : -std::numeric_limits<double>::infinity(); }
  };

  std::vector<Entrant> entrants_;
  std::vector<Sum> sums_;
};

/// Stores what the workers finish until they are done.
class Collector {
 public:
  Collector(const TournamentConfig& config, const TournamentSurroundings& surroundings, JobFeed& feed,
            CurrentTables& tables)
      : config_(config),
        surroundings_(surroundings),
        feed_(feed),
        tables_(tables),
        leader_(config),
        faults_(config, surroundings.log),
        began_(Clock::now()) {}

  void collect(Workers& workers) {
    constexpr std::chrono::milliseconds Patience(50);
    while (!workers.queue().exhausted()) {
      note(workers.queue().take_all(Patience));
      if (!unstored_.empty() && Clock::now() - stored_ >= CommitPause) store();
      if (surroundings_.stream != nullptr && surroundings_.stream->standings_are_due()) tell_standings();
      if (!stopped_ && surroundings_.stop_requested()) stop(workers);
      progress_.elapsed = Clock::now() - began_;
      progress_.leader = leader_.name();
      surroundings_.progress.update(progress_);
      tables_.update(progress_.elapsed);
    }
    store();
    for (const auto& [job, usage] : workers.late_usage()) surroundings_.store.add_usage(job, usage);
    surroundings_.progress.clear();
  }

  Progress& progress() { return progress_; }

 private:
  /// A transaction costs as much as some jobs, so several are stored together. A job whose schedule depends on
  /// another's result is never stored before that one: both go the same way in this order.
  void store() {
    stored_ = Clock::now();
    try {
      surroundings_.store.add(unstored_);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(std::string(error.what()) +
                               "; what was stored before stays valid: tichu-arena resume goes on with it");
    }
    unstored_.clear();
  }

  /// Of what is stored.
  void tell_standings() {
    const Clock::time_point began = Clock::now();
    TournamentReport report;
    report.config = config_;
    report.entrants = entrants_of(config_);
    report.results = surroundings_.store.results(refuse_damage);
    report.standings =
        rate(report.results.boards, surroundings_.store.figures({}), anchor_of(config_, report.entrants));
    surroundings_.stream->standings(report, began);
  }

  void note(std::vector<FinishedJob> jobs) {
    for (FinishedJob& job : jobs) {
      feed_.report(job.job, job.result, job.faults);
      leader_.add(job.job, job.result);
      progress_.jobs_done += 1;
      progress_.rounds += job.rounds.size();
      progress_.faults += job.faults.size();
      if (surroundings_.stream != nullptr) surroundings_.stream->board(job);
      if (!job.faults.empty()) {
        surroundings_.progress.clear();
        faults_.add(job);
      }
      unstored_.push_back(std::move(job));
    }
  }

  void stop(Workers& workers) {
    stopped_ = true;
    workers.stop();
    surroundings_.progress.clear();
    surroundings_.log.warning("stopping: the boards under way are finished first; once more to end at once");
  }

  const TournamentConfig& config_;
  const TournamentSurroundings& surroundings_;
  JobFeed& feed_;
  CurrentTables& tables_;
  Leader leader_;
  FaultLog faults_;
  Clock::time_point began_;
  Progress progress_;
  std::vector<FinishedJob> unstored_;
  Clock::time_point stored_ = began_;
  bool stopped_ = false;
};

/// What is stored already is not played again; whether all of it are jobs that the schedule asks for.
bool take_over(const StoredResults& results, std::span<const FinishedFault> faults, JobFeed& feed) {
  auto next = faults.begin();
  for (std::size_t i = 0; i < results.jobs.size(); ++i) {
    const Job& job = results.jobs[i];
    // While the tournament runs there may be faults of jobs that came after the results were read.
    const auto first =
        std::find_if(next, faults.end(), [&](const FinishedFault& fault) { return fault.job >= job.number; });
    next = std::find_if(first, faults.end(), [&](const FinishedFault& fault) { return fault.job > job.number; });
    if (!feed.take_over(job, results.boards[i].result, {first, next})) return false;
  }
  return true;
}

std::string boards_text(const std::optional<std::uint64_t>& boards) {
  return boards ? counted(*boards, "board") : "boards without end";
}

/// What a board is, for people: "2 rounds", "1 game".
std::string board_text(const TournamentConfig& config) {
  return counted(table_count(config.seatings), config.format == BoardFormat::Games ? "game" : "round");
}

}  // namespace

int thread_count(const TournamentConfig& config) {
  if (config.concurrency > 0) return config.concurrency;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

TournamentReport report_of(const TournamentConfig& config, const TournamentStore& store) {
  TournamentReport report;
  report.config = config;
  report.entrants = entrants_of(config);
  const auto lose = [&](const DamagedJob& damaged) { report.damaged.push_back(damaged); };
  report.results = store.results(lose);
  report.standings = rate(report.results.boards, store.figures(report.damaged), anchor_of(config, report.entrants));
  report.duplication = measure_duplication(report.results.boards);
  report.faults = store.faults(lose);
  // The schedule goes by all results and faults.
  const bool can_be_scheduled = report.damaged.empty();
  report.usage = store.usage(lose);
  if (config.imported) {
    report.complete = true;
    return report;
  }
  const std::unique_ptr<Schedule> schedule = make_schedule(config);
  JobFeed feed(*schedule, FaultStreaks(config, report.entrants));
  report.boards_planned = schedule->total();
  if (can_be_scheduled && take_over(report.results, report.faults, feed)) {
    // This also makes the schedule take note of the last results.
    const std::variant<Job, NoJob> next = schedule->next();
    report.complete = feed.has_all() && next == std::variant<Job, NoJob>(NoJob::Done);
    report.places = schedule->places();
  }
  return report;
}

TournamentOutcome run_tournament(const TournamentConfig& config, const TournamentSurroundings& surroundings) {
  const std::vector<Entrant> entrants = entrants_of(config);
  const std::unique_ptr<Schedule> schedule = make_schedule(config);
  JobFeed feed(*schedule, FaultStreaks(config, entrants));
  const std::uint64_t stored = surroundings.store.job_count();
  if (!take_over(surroundings.store.results(refuse_damage), surroundings.store.faults(refuse_damage), feed)) {
    throw std::runtime_error(
        "the stored jobs are none that this configuration's schedule asks for: they belong to another tournament or to "
        "another version of the arena");
  }
  const auto most_threads = static_cast<std::uint64_t>(thread_count(config));
  const auto wanted = static_cast<std::size_t>(std::min(most_threads, schedule->total().value_or(most_threads)));
  const std::size_t threads = affordable_threads(config, wanted, descriptor_limit());
  if (threads < wanted) {
    surroundings.log.warning(fmt::format("{} instead of {}: only {} may be open (ulimit -Hn)", threads,
                                         counted(wanted, "thread"), counted(descriptor_limit(), "file")));
  }
  surroundings.log.info(fmt::format("tournament {}: {}, {}, {} of {}, {}, {}", config.name,
                                    counted(entrants.size(), "entrant"), to_text(config.schedule.kind),
                                    boards_text(schedule->total()), board_text(config),
                                    std::string(preset_name(config.rules)) + " rules", counted(threads, "thread")));
  // Standard error may lead into a bot's folder; the log's file lies where no bot can read.
  surroundings.log.info_in_file(fmt::format("tournament {}: seed {}", config.name, config.seed));

  TournamentOutcome outcome;
  if (stored > 0)
    surroundings.log.info(fmt::format("tournament {}: {} stored already", config.name, counted(stored, "board")));
  if (surroundings.stream != nullptr) {
    surroundings.stream->started({config, entrants, schedule->total(), stored, threads});
  }
  CurrentTables tables(config, surroundings.folder, threads);
  Collector collector(config, surroundings, feed, tables);
  Progress& progress = collector.progress();
  progress.jobs_before = stored;
  progress.jobs_total = schedule->total();
  {
    Workers workers(config, surroundings.sandbox, entrants, feed, tables, threads);
    collector.collect(workers);
    if (const std::exception_ptr failure = workers.failure()) std::rethrow_exception(failure);
  }
  surroundings.store.finish();
  outcome.rounds = progress.rounds;
  outcome.elapsed = progress.elapsed;
  outcome.stopped = !feed.complete();
  outcome.report = report_of(config, surroundings.store);
  for (const DamagedJob& damaged : outcome.report.damaged) refuse_damage(damaged);
  if (surroundings.stream != nullptr) surroundings.stream->standings(outcome.report, Clock::now());
  for (const std::string& line : unasked_work(outcome.report)) surroundings.log.warning(line);
  if (surroundings.sandbox != nullptr) outcome.report.sandbox = surroundings.sandbox->report();
  surroundings.log.info(fmt::format("tournament {}: {} of {}, {}, {} in {}", config.name, stored + progress.jobs_done,
                                    boards_text(progress.jobs_total), counted(progress.rounds, "round"),
                                    counted(progress.faults, "fault"), elapsed_text(progress.elapsed)));
  return outcome;
}

}  // namespace tichu::arena
