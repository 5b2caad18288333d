#include "arena/workers/leader/failed_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "arena/hosting/match/play_board.h"
#include "arena/text/counted.h"

namespace tichu::arena {
namespace {

/// Failures of machines after which a job is set aside.
constexpr int FailuresOfJob = 6;
/// Likewise, though others could play it: perhaps they take no units. Fewer than a worker is refused for.
constexpr int MostFailuresOfJob = 10;
/// Workers that had a unit and went silent, after which it counts as a failure: it may end who plays it.
constexpr int MostLosses = 3;
/// A worker that has failed so many more units than it has played is refused, if others are there.
constexpr int MostFailuresAhead = 12;
constexpr int MostDoublings = 8;  ///< of pauses

}  // namespace

void FailedUnits::take_failure(OpenUnit& open, const std::string& worker, const UnitFailure& failure) {
  // A game that is longer than its deals is nobody's failure, once.
  const bool lacks_deals =
      !open.rechecked && failure.kind == UnitFailureKind::Deals && open.jobs.front().deals < MostRoundsOfGame;
  if (!lacks_deals) count_failure(worker);
  if (open.rechecked) {
    recheck_.take_failure(open);
    return;
  }
  if (!lacks_deals) {
    context_.note(fmt::format("worker {} could not play unit {} ({} from job {} on), which is played again: {}", worker,
                              open.number().value(), counted(open.jobs.size(), "board"),
                              open.booked.jobs.front().value(), failure.text));
    play_again(open, {worker}, failure);
    return;
  }
  for (WaitingJob waiting : open.jobs) {
    waiting.deals = MostRoundsOfGame;
    source_.put_back(std::move(waiting));
  }
  units_.close(open.number(), UnitState::Dropped);
}

void FailedUnits::take_loss(OpenUnit& open) {
  if (KnownWorker* worker = registry_.find(open.booked.worker)) worker->proven = 0;
  if (open.rechecked) {
    recheck_.take_failure(open);
    return;
  }
  units_.take_back(open);
  if (++open.losses < MostLosses || !open.is_complete()) return;
  const std::string text = fmt::format("{} workers had it, and none came back with a result", open.losses);
  context_.note(fmt::format("unit {} ({} from job {} on) is played again: {}", open.number().value(),
                            counted(open.jobs.size(), "board"), open.booked.jobs.front().value(), text));
  play_again(open, open.had, {UnitFailureKind::Machine, text});
}

void FailedUnits::play_again(OpenUnit& open, const std::set<std::string>& workers, const UnitFailure& failure) {
  for (WaitingJob waiting : open.jobs) {
    ++waiting.failures;
    waiting.failed_on.insert(workers.begin(), workers.end());
    waiting.not_before = std::chrono::steady_clock::now() +
                         pauses_.jittered(std::chrono::milliseconds(250 << std::min(waiting.failures, MostDoublings)));
    if (is_hopeless(waiting, open.unit)) {
      set_aside(waiting.job.number, failure.text, "whoever plays it fails: " + failure.text);
    } else {
      source_.put_back(std::move(waiting));
    }
  }
  units_.close(open.number(), UnitState::Dropped);
}

void FailedUnits::divide(OpenUnit& open, double share, const std::string& why) {
  if (open.rechecked) {
    recheck_.take_failure(open);
    return;
  }
  const std::size_t jobs = open.jobs.size();
  if (jobs == 1) {
    set_aside(open.jobs.front().job.number, why, why);
  } else {
    source_.bound_jobs(
        std::clamp<std::size_t>(static_cast<std::size_t>(share * static_cast<double>(jobs)), 1, jobs - 1));
    for (WaitingJob& job : open.jobs) source_.put_back(std::move(job));
  }
  units_.close(open.number(), UnitState::Dropped);
}

void FailedUnits::set_aside(JobNumber job, const std::string& why, const std::string& note) {
  context_.note(fmt::format("job {} is set aside: {}", job.value(), note));
  aside_.emplace(job, why);
}

/// Whether a job failed often enough, and not a few times on one worker alone while others could play it.
bool FailedUnits::is_hopeless(const WaitingJob& job, const std::optional<Unit>& unit) const {
  std::set<std::string> cannot = job.failed_on;
  for (const auto& [name, known] : registry_.all())
    if (unit && known.hello.speed < unit->least_speed) cannot.insert(name);
  if (job.failures >= MostFailuresOfJob) return true;
  return job.failures >= FailuresOfJob && (job.failed_on.size() >= static_cast<std::size_t>(FailuresOfJob) ||
                                           !registry_.has_others(cannot, unit && unit->keeps_from_guests));
}

/// A worker that hardly plays anything keeps others from it.
void FailedUnits::count_failure(const std::string& name) {
  KnownWorker* worker = registry_.find(name);
  if (worker == nullptr) return;
  worker->proven = 0;
  worker->failures = std::min(worker->failures + 1, MostFailuresAhead);
  if (worker->failures < MostFailuresAhead || !registry_.has_proven_others(name) || worker->is_refused()) return;
  registry_.refuse(name, "it fails more units than it plays");
  context_.note("worker " + name + " is refused from now on: it fails more units than it plays");
}

}  // namespace tichu::arena
