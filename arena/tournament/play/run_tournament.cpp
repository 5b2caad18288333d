#include "arena/tournament/play/run_tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/hosting/player/make_player.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/text/counted.h"
#include "arena/text/duration_text.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/field.h"
#include "arena/tournament/play/invalidated_with.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/thread_executor.h"
#include "arena/tournament/schedule/fixed_pairings.h"
#include "arena/tournament/schedule/make_schedule.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// Between two transactions: what a killed arena has to play again.
constexpr std::chrono::milliseconds CommitPause(100);

/// Who scores most points per round so far, for the progress line.
class Leader {
 public:
  /// It must outlive this object, and may grow.
  explicit Leader(const std::vector<Entrant>& entrants) : entrants_(entrants) {}

  void add(const Job& job, const BoardResult& result) {
    sums_.resize(entrants_.size());
    for (std::size_t side = 0; side < 2; ++side) {
      Sum& sum = sums_[static_cast<std::size_t>(job.entrants[side])];
      sum.margin += side == 0 ? result.margin : -result.margin;
      sum.boards += 1;
    }
  }
  /// Empty before the first board, and if several do.
  std::string name() const {
    const auto best =
        std::max_element(sums_.begin(), sums_.end(), [](const Sum& a, const Sum& b) { return a.mean() < b.mean(); });
    if (best == sums_.end() || best->boards == 0) return "";
    const double most = best->mean();
    if (std::count_if(sums_.begin(), sums_.end(), [&](const Sum& sum) { return sum.mean() == most; }) > 1) return "";
    return entrants_[static_cast<std::size_t>(best - sums_.begin())].name;
  }

 private:
  struct Sum {
    double margin = 0;
    double boards = 0;

    double mean() const { return boards > 0 ? margin / boards : -std::numeric_limits<double>::infinity(); }
  };

  const std::vector<Entrant>& entrants_;
  std::vector<Sum> sums_;
};

/// How far jobs may be given out before others with lower numbers: a turn of a pairing for each thread, so that each
/// thread can keep to pairings of its own. So no pairing is more than two turns ahead of another; with fewer pairings
/// than threads some would be more.
std::uint64_t jobs_ahead(const TournamentConfig& config, std::size_t entrants, std::size_t threads) {
  constexpr std::uint64_t MostTurns = 8;
  if (threads == 1 || std::none_of(config.bots.begin(), config.bots.end(), has_process)) return 1;
  return FixedPairings::UsualBlock *
         std::min<std::uint64_t>({threads, std::max<std::size_t>(entrants, 2) - 1, MostTurns});
}

/// Stores what the players finish until they are done.
class Collector {
 public:
  Collector(Field& field, const RunContext& context, JobFeed& feed, std::size_t threads, Progress progress,
            Clock::time_point began)
      : field_(field),
        context_(context),
        feed_(feed),
        threads_(threads),
        leader_(field.entrants()),
        began_(began),
        progress_(std::move(progress)),
        scheduled_before_(progress_.scheduling) {}

  /// Returns how far the run has come.
  const Progress& collect(BoardExecutor& executor) {
    constexpr std::chrono::milliseconds LongestWait(50);
    while (!executor.is_done()) {
      take(executor.take_finished(LongestWait));
      if (field_.take_note(feed_, &executor)) {
        feed_.set_ahead(jobs_ahead(field_.config(), field_.entrants().size(), threads_));
      }
      tell_notes(executor);
      if (!unstored_.empty() && Clock::now() - stored_ >= CommitPause) store(executor);
      if (context_.observer.wants_standings()) tell_standings();
      progress_.elapsed = Clock::now() - began_;
      if (!stopped_ && context_.stop_requested()) stop(executor);
      if (!stopped_ && context_.budget.time && progress_.elapsed >= *context_.budget.time) end_by_budget(executor);
      progress_.leader = leader_.name();
      progress_.workers = executor.workers();
      if (progress_.may_end_early) progress_.expected = feed_.expected();
      progress_.scheduling = scheduled_before_;
      progress_.scheduling += feed_.scheduling();
      context_.observer.progressed(progress_);
    }
    store(executor);
    tell_notes(executor);
    for (const auto& [job, usage] : executor.late_usage()) context_.store.bots().add_usage(job, usage);
    return progress_;
  }

  bool is_out_of_time() const { return out_of_time_; }

 private:
  /// A transaction costs as much as some jobs, so several are stored together. A job whose schedule depends on
  /// another's result is never stored before that one: both go the same way in this order.
  void store(BoardExecutor& executor) {
    constexpr int Attempts = 5;
    stored_ = Clock::now();
    for (LadderMeeting& meeting : feed_.take_decided()) decided_.push_back(meeting);
    std::chrono::milliseconds pause{50};
    for (int attempt = 1;; ++attempt, pause *= 2) {
      try {
        context_.store.add(unstored_, decided_);
        break;
      } catch (const DamagedStore&) {
        throw;
      } catch (const std::runtime_error& error) {
        if (attempt == Attempts) {
          throw std::runtime_error(std::string(error.what()) +
                                   "; what was stored before stays valid: tichu-arena resume goes on with it");
        }
        if (attempt == 1) warn(std::string(error.what()) + "; trying to store it again");
      }
      std::this_thread::sleep_for(pause);
    }
    executor.note_stored(unstored_);
    unstored_.clear();
    decided_.clear();
  }

  void tell_notes(BoardExecutor& executor) {
    for (const RunNote& note : executor.take_notes()) context_.observer.noted(note);
  }

  void warn(const std::string& text) { context_.observer.noted({RunNote::Level::Warning, text}); }

  /// Of what is stored.
  void tell_standings() {
    const Clock::time_point began = Clock::now();
    TournamentReport report;
    report.config = field_.config();
    report.entrants = field_.entrants();
    report.results = context_.store.results(refuse_damage);
    std::vector<PlayFigures> figures = context_.store.bots().figures({});
    figures.resize(report.entrants.size());  // without who entered just now
    report.standings = rate(report.results.boards, figures, anchor_of(report.config, report.entrants));
    context_.observer.standings(report, began);
  }

  void take(std::vector<FinishedJob> jobs) {
    for (FinishedJob& job : jobs) {
      feed_.report(job.job, job.result, job.faults);
      leader_.add(job.job, job.result);
      field_.note_cost(job);
      progress_.jobs_done += 1;
      progress_.rounds += job.rounds.size();
      progress_.faults += job.faults.size();
      context_.observer.board_finished(job);
      unstored_.push_back(std::move(job));
    }
  }

  void end_by_budget(BoardExecutor& executor) {
    stopped_ = true;
    out_of_time_ = true;
    executor.stop();
    context_.observer.noted({RunNote::Level::Info, "the time of this run is over: the boards under way are finished"});
  }

  void stop(BoardExecutor& executor) {
    stopped_ = true;
    executor.stop();
    context_.observer.stopping();
  }

  Field& field_;
  const RunContext& context_;
  JobFeed& feed_;
  std::size_t threads_;
  Leader leader_;
  Clock::time_point began_;
  Progress progress_;
  TimesTaken scheduled_before_;  ///< by the feeds before this one
  std::vector<FinishedJob> unstored_;
  std::vector<LadderMeeting> decided_;  ///< and not stored
  Clock::time_point stored_ = Clock::now();
  bool stopped_ = false;
  bool out_of_time_ = false;
};

/// A ladder with a lower limit begins as one with a higher limit, or without, does.
TournamentConfig as_far_as(const RunBudget& budget, TournamentConfig config) {
  if (budget.boards) config.schedule.limit = budget.boards;
  return config;
}

std::string boards_text(const std::optional<std::uint64_t>& boards) {
  return boards ? counted(*boards, "board") : "boards without end";
}

/// What a board is, for people: "2 rounds", "1 game".
std::string board_text(const TournamentConfig& config) {
  return counted(table_count(config.seatings), config.format == BoardFormat::Games ? "game" : "round");
}

/// How many threads play, and what is said if they are fewer than wanted.
std::size_t threads_for(const TournamentConfig& config, const Schedule& schedule, TournamentObserver& observer) {
  const auto most = static_cast<std::uint64_t>(thread_count(config));
  const auto wanted = static_cast<std::size_t>(std::min(most, schedule.total().value_or(most)));
  const std::size_t threads = affordable_threads(config, wanted, descriptor_limit());
  if (threads < wanted) {
    observer.noted(
        {RunNote::Level::Warning, fmt::format("{} instead of {}: only {} may be open (ulimit -Hn)", threads,
                                              counted(wanted, "thread"), counted(descriptor_limit(), "file"))});
  }
  return threads;
}

/// The stored meetings of a ladder with so many entrants, without a gap.
std::vector<LadderMeeting> meetings_of(const TournamentStore& store, std::size_t entrants) {
  std::vector<LadderMeeting> meetings = store.field().meetings();
  std::uint64_t number = 0;
  JobNumber job;
  for (const LadderMeeting& meeting : meetings) {
    const bool is_sound = meeting.number == number && meeting.first_job == job && meeting.boards > 0 &&
                          meeting.entrants[0] < meeting.entrants[1] &&
                          static_cast<std::size_t>(meeting.entrants[1]) < entrants;
    if (!is_sound) {
      throw DamagedStore("damaged: meeting " + std::to_string(meeting.number) + " of the ladder cannot be the number " +
                         std::to_string(number));
    }
    ++number;
    job = JobNumber(job.value() + meeting.boards);
  }
  return meetings;
}

void announce(const RunStart& start, const std::string& players, TournamentObserver& observer) {
  const TournamentConfig& config = start.config;
  observer.noted({RunNote::Level::Info, fmt::format("tournament {}: {}, {}, {} of {}, {} rules, {}", config.name,
                                                    counted(start.entrants.size(), "entrant"),
                                                    to_text(config.schedule.kind), boards_text(start.boards_planned),
                                                    board_text(config), preset_name(config.rules), players)});
  observer.noted({RunNote::Level::Info, fmt::format("tournament {}: seed {}", config.name, config.seed), true});
  if (start.boards_stored > 0) {
    observer.noted({RunNote::Level::Info, fmt::format("tournament {}: {} stored already", config.name,
                                                      counted(start.boards_stored, "board"))});
  }
  for (const std::string& doubt : doubts_about(config)) observer.noted({RunNote::Level::Warning, doubt});
  observer.started(start);
}

}  // namespace

int thread_count(const TournamentConfig& config) {
  if (config.concurrency > 0) return config.concurrency;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

namespace {

/// What came of playing until all was played, the run was stopped, or some of it turned out to be false.
struct PlayedRest {
  Progress progress;
  bool out_of_time = false;
  bool complete = false;     ///< JobFeed::complete
  bool has_invalid = false;  ///< boards that were stored are false: to be gone on with
};

/// What the store holds, as far as an invalidation depends on it.
struct StoredWork {
  StoredResults results;
  std::vector<FinishedFault> faults;

  /// Without these, which rise.
  void leave_out(const std::vector<JobNumber>& jobs) {
    const auto is_out = [&](JobNumber job) { return std::binary_search(jobs.begin(), jobs.end(), job); };
    StoredResults left;
    for (std::size_t i = 0; i < results.jobs.size(); ++i) {
      if (is_out(results.jobs[i].number)) continue;
      left.jobs.push_back(results.jobs[i]);
      left.boards.push_back(results.boards[i]);
    }
    results = std::move(left);
    std::erase_if(faults, [&](const FinishedFault& fault) { return is_out(fault.job); });
  }
};

/// Takes the boards of a false worker out of the store, and those that depend on them.
void invalidate(const TournamentConfig& config, const std::vector<Entrant>& entrants, const RunContext& context,
                const Invalidation& work, StoredWork& stored_work) {
  const StoredResults& stored = stored_work.results;
  std::vector<JobNumber> jobs = invalidated_with(config, entrants, work.jobs, stored, stored_work.faults);
  const bool is_ladder = !config.test && config.schedule.kind == ScheduleKind::Ladder;
  const UnplayableJobs stay = is_ladder ? take_unplayable(jobs, config, entrants, stored) : UnplayableJobs{};
  const std::size_t invalidated = context.store.invalidate(jobs, work.worker, work.reason);
  stored_work.leave_out(jobs);
  context.observer.noted(
      {RunNote::Level::Warning, fmt::format("worker {}: {} invalidated, to be played again: {}", work.worker,
                                            counted(invalidated, "board"), work.reason)});
  if (stay.jobs.empty()) return;
  context.observer.noted(
      {RunNote::Level::Warning,
       fmt::format(
           "worker {}: {} not invalidated though nobody believes it, such as job {}: the files of {} are gone, so "
           "that nobody can play them again",
           work.worker, counted(stay.jobs.size(), "board"), stay.jobs.front().value(), fmt::join(stay.names, ", "))});
}

/// Takes out of the store what is false.
void invalidate(const Field& field, const RunContext& context) {
  if (context.invalidations == nullptr) return;
  const std::vector<Invalidation> all =
      context.invalidations->pending([&context](JobNumber job) { return context.store.boards().has_job(job); });
  if (all.empty()) return;
  StoredWork stored{context.store.results(refuse_damage), context.store.bots().faults(refuse_damage)};
  for (const Invalidation& work : all) invalidate(field.config(), field.entrants(), context, work, stored);
  context.invalidations->note_done();
  context.observer.boards_invalidated();
}

/// Invalidates what is false, and plays what the store lacks then. `before`: how far the run has come; nullopt: it
/// begins.
PlayedRest play_rest(Field& field, const RunContext& context, const std::optional<Progress>& before,
                     Clock::time_point began) {
  invalidate(field, context);
  const TournamentConfig& config = field.config();
  const std::vector<Entrant>& entrants = field.entrants();
  const std::unique_ptr<Schedule> schedule = make_schedule(as_far_as(context.budget, config));
  if (OpenSchedule* const open = schedule->open()) {
    open->recall(meetings_of(context.store, entrants.size()), field.taken());
  }
  // Who plays elsewhere takes the jobs in their order, and no thread of this process has a table.
  const std::size_t threads = context.executor ? 1 : threads_for(config, *schedule, context.observer);
  JobFeed feed(*schedule, FaultStreaks(config, entrants), jobs_ahead(config, entrants.size(), threads));
  const std::uint64_t stored = context.store.boards().job_count();
  if (!replay_stored_jobs(context.store.results(refuse_damage), context.store.bots().faults(refuse_damage), feed)) {
    throw std::runtime_error(
        "this configuration's schedule does not ask for the stored jobs: they belong to another tournament or to "
        "another "
        "version of the arena");
  }
  if (!before) {
    announce({config, entrants, schedule->total(), stored, threads},
             context.executor ? "workers elsewhere" : counted(threads, "thread"), context.observer);
  }
  if (field.take_note(feed, nullptr)) feed.set_ahead(jobs_ahead(config, entrants.size(), threads));

  Progress progress = before.value_or(Progress{});
  progress.jobs_before = stored;
  progress.jobs_done = 0;
  progress.jobs_total = schedule->total();
  progress.may_end_early = config.test.has_value();
  std::vector<TableView*> views;
  for (std::size_t i = 0; i < threads && !context.executor; ++i) views.push_back(context.observer.view(i));
  Collector collector(field, context, feed, threads, progress, began);
  ExecutorContext needs{field.roster(), context.baseline, feed, context.seats};
  if (const auto total = schedule->total()) needs.boards_left = *total - std::min(*total, stored);
  needs.stored = [&context](JobNumber job) -> std::optional<Job> {
    if (!context.store.boards().has_job(job)) return std::nullopt;
    return context.store.boards().board(job)->job;
  };
  const std::unique_ptr<BoardExecutor> executor =
      context.executor ? context.executor(needs)
                       : std::make_unique<ThreadExecutor>(needs, std::move(views), context.before_board);
  PlayedRest played;
  played.progress = collector.collect(*executor);
  played.out_of_time = collector.is_out_of_time();
  played.complete = feed.complete();
  played.has_invalid = executor->has_found_invalid();
  if (const std::exception_ptr failure = executor->failure()) std::rethrow_exception(failure);
  return played;
}

}  // namespace

RunSummary run_tournament(const TournamentConfig& begun, const RunContext& context) {
  const Clock::time_point began = Clock::now();
  Field field(begun, context.sandbox, context.keeps_output, context.store, context.observer);
  PlayedRest played = play_rest(field, context, std::nullopt, began);
  while (played.has_invalid) played = play_rest(field, context, played.progress, began);
  context.store.finish();

  const Progress& progress = played.progress;
  RunSummary summary;
  summary.rounds = progress.rounds;
  summary.boards = progress.jobs_before + progress.jobs_done;
  summary.elapsed = progress.elapsed;
  summary.report = report_of(field.config(), context.store);
  summary.stopped = !played.complete || !summary.report.complete;
  summary.spent = summary.stopped && (played.out_of_time || played.complete);
  for (const DamagedJob& damaged : summary.report.damaged) refuse_damage(damaged);
  if (context.sandbox != nullptr && summary.report.runs.sandboxes.empty()) {
    summary.report.sandbox = context.sandbox->report();
  }
  context.observer.noted(
      {RunNote::Level::Info, fmt::format("tournament {}: {} of {}, {}, {} in {}", field.config().name, summary.boards,
                                         boards_text(progress.jobs_total), counted(progress.rounds, "round"),
                                         counted(progress.faults, "fault"), elapsed_text(progress.elapsed))});
  return summary;
}

}  // namespace tichu::arena
