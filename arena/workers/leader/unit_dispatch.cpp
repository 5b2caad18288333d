#include "arena/workers/leader/unit_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "arena/hosting/match/play_board.h"
#include "arena/text/counted.h"
#include "arena/workers/broker/subjects.h"

namespace tichu::arena {
namespace {

using std::chrono::seconds;

/// After which a beat names a unit that its worker was given.
constexpr seconds OnTheWay(3);
/// Likewise, of a worker that has to be heard of first.
constexpr seconds Patience(6);
/// How long a unit that others may play is kept from workers that did not bring it back.
constexpr seconds ForOthers(10);

/// Failures of machines after which a job is set aside.
constexpr int FailuresOfJob = 6;
/// Likewise, though others could play it: perhaps they take no units. Fewer than a worker is refused for.
constexpr int MostFailuresOfJob = 10;
/// Workers that had a unit and went silent, after which it counts as a failure: it may end who plays it.
constexpr int MostLosses = 3;
/// A worker that has failed so many more units than it has played is refused, if others are there.
constexpr int MostFailuresAhead = 12;
constexpr int MostDoublings = 8;  ///< of pauses

template <typename Names>
bool names(const Names& units, const UnitId& id) {
  return std::ranges::any_of(units, [&](const units::UnitName& name) { return id_of(name) == id; });
}

}  // namespace

/// How many units a worker may get now. One that has brought back nothing yet gets one; so it keeps no more from
/// others.
std::size_t UnitDispatch::room(const std::string& name, const KnownWorker& worker) {
  if (!leader_.registry.plays(worker) || !worker.beat) return 0;
  const std::size_t slots = std::min<std::size_t>({worker.hello.cores(), worker.beat->slots(), worker.proven + 1});
  const auto of_others = std::ranges::count_if(worker.beat->under_way(), [&](const units::UnitName& unit) {
    return unit.tournament() != leader_.book.tournament();
  });
  const std::size_t taken = leader_.units.out_at(name) + static_cast<std::size_t>(of_others);
  return slots - std::min(slots, taken);
}

void UnitDispatch::give(Time now) {
  // One after the other, so that all have something if there is little.
  for (bool any = !leader_.units.ready().empty(); any;) {
    any = false;
    for (const auto& [name, known] : leader_.registry.all()) {
      if (room(name, known) > 0) any = give_to(name, *leader_.registry.find(name), now) || any;
    }
  }
}

bool UnitDispatch::give_to(const std::string& name, KnownWorker& worker, Time now) {
  while (OpenUnit* open = next_for(name, worker, now)) {
    if (send(*open, name, now)) return true;
  }
  return false;
}

OpenUnit* UnitDispatch::next_for(const std::string& name, KnownWorker& worker, Time now) {
  for (const UnitNumber number : leader_.units.ready()) {
    OpenUnit& open = *leader_.units.find(number);
    if (!open.is_complete() || open.played_by == name) continue;
    if (open.had.contains(name) && now < open.given + ForOthers && leader_.registry.has_others(open.had)) continue;
    if (!open.unit) source_.make(open);
    if (open.keeps_from_guests && is_guest(name)) {
      note_kept_from_guests();
      continue;
    }
    if (is_fast_enough(open, name, worker)) return &open;
  }
  return nullptr;
}

/// Says once that some boards wait for a worker that is no guest.
void UnitDispatch::note_kept_from_guests() {
  if (told_of_guests_ || leader_.registry.has_others({}, true)) return;
  told_of_guests_ = true;
  leader_.note("only workers of strangers are there: boards of bots with guest_workers = false wait for another");
}

bool UnitDispatch::is_fast_enough(const OpenUnit& open, const std::string& name, KnownWorker& worker) {
  if (worker.hello.speed() >= open.unit->least_speed()) return true;
  if (std::exchange(worker.told_slow, true)) return false;
  leader_.note(
      fmt::format("worker {} does not play bots that look at the clock: it plays {:.0f} reference rounds/s a "
                  "core, but they need {:.0f}",
                  name, worker.hello.speed(), open.unit->least_speed()));
  return false;
}

/// Returns whether it went out, and was not divided.
bool UnitDispatch::send(OpenUnit& open, const std::string& name, Time now) {
  set_id(*open.unit, open.booked.id);
  const std::string bytes = encode(*open.unit);
  if (const std::size_t most = std::min(MostUnitBytes, leader_.most_bytes); bytes.size() > most) {
    divide(open, bytes.size(), most);
    return false;
  }
  leader_.units.give(open, name, now);
  leader_.publish(subject_of_unit(name), bytes);
  return true;
}

/// A unit is larger than a message may be: its boards go out in smaller ones. One that is too large alone is set aside.
void UnitDispatch::divide(OpenUnit& open, std::size_t bytes, std::size_t most) {
  if (open.rechecked) {
    recheck_.take_failure(open);
    return;
  }
  const std::size_t jobs = open.jobs.size();
  if (jobs == 1) {
    const std::string why = fmt::format(
        "its unit has {} bytes, and the broker takes messages of {} (max_payload in its configuration)", bytes, most);
    set_aside(open.jobs.front().job.number, why, why);
  } else {
    const double share = 0.9 * static_cast<double>(most) / static_cast<double>(bytes);
    source_.bound_jobs(
        std::clamp<std::size_t>(static_cast<std::size_t>(share * static_cast<double>(jobs)), 1, jobs - 1));
    for (WaitingJob& job : open.jobs) source_.put_back(std::move(job));
  }
  leader_.units.close(open.number(), UnitState::Dropped);
}

void UnitDispatch::take_back_lost(Time now) {
  std::vector<UnitNumber> out;
  for (const auto& [number, open] : leader_.units.all())
    if (open.state() == UnitState::Out) out.push_back(number);
  for (const UnitNumber number : out) {
    OpenUnit& open = *leader_.units.find(number);
    const KnownWorker* worker = leader_.registry.find(open.booked.worker);
    const bool is_here = leader_.registry.is_here(open.booked.worker, now);
    const bool is_silent = !is_here && now > open.given + Patience;
    const bool is_denied = is_here && worker->beat && worker->beaten > open.given + OnTheWay &&
                           !names(worker->beat->under_way(), open.booked.id) &&
                           !names(worker->beat->finished(), open.booked.id);
    if (leader_.registry.is_refused(open.booked.worker)) {
      leader_.units.take_back(open);
    } else if (is_silent || is_denied) {
      take_loss(open);
    } else if (is_here && open.is_complete() && now > open.given + longest_kept(open, source_.board_seconds())) {
      // Its worker may still play it: its result is as good.
      leader_.registry.find(open.booked.worker)->proven = 0;
      ++open.times_kept;
      leader_.units.take_back(open);
      open.given = now;
    }
  }
}

void UnitDispatch::take_failure(OpenUnit& open, const std::string& worker, const units::Failure& failure) {
  // A game that is longer than its deals is nobody's failure, once.
  const bool lacks_deals =
      !open.rechecked && failure.kind() == units::Failure::DEALS && open.jobs.front().deals < MostRoundsOfGame;
  if (!lacks_deals) count_failure(worker);
  if (open.rechecked) {
    recheck_.take_failure(open);
    return;
  }
  if (!lacks_deals) {
    leader_.note(fmt::format("worker {} could not play unit {} ({} from job {} on), which is played again: {}", worker,
                             open.number().value(), counted(open.jobs.size(), "board"),
                             open.booked.jobs.front().value(), failure.text()));
    play_again(open, {worker}, failure.text());
    return;
  }
  for (WaitingJob waiting : open.jobs) {
    waiting.deals = MostRoundsOfGame;
    source_.put_back(std::move(waiting));
  }
  leader_.units.close(open.number(), UnitState::Dropped);
}

/// The worker that has a unit went silent, or has it no more.
void UnitDispatch::take_loss(OpenUnit& open) {
  if (KnownWorker* worker = leader_.registry.find(open.booked.worker)) worker->proven = 0;
  if (open.rechecked) {
    recheck_.take_failure(open);
    return;
  }
  leader_.units.take_back(open);
  if (++open.losses < MostLosses || !open.is_complete()) return;
  const std::string text = fmt::format("{} workers had it, and none came back with a result", open.losses);
  leader_.note(fmt::format("unit {} ({} from job {} on) is played again: {}", open.number().value(),
                           counted(open.jobs.size(), "board"), open.booked.jobs.front().value(), text));
  play_again(open, open.had, text);
}

void UnitDispatch::play_again(OpenUnit& open, const std::set<std::string>& workers, const std::string& why) {
  for (WaitingJob waiting : open.jobs) {
    ++waiting.failures;
    waiting.failed_on.insert(workers.begin(), workers.end());
    waiting.not_before =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(250 << std::min(waiting.failures, MostDoublings));
    if (is_hopeless(waiting, open)) {
      set_aside(waiting.job.number, why, "whoever plays it fails: " + why);
    } else {
      source_.put_back(std::move(waiting));
    }
  }
  leader_.units.close(open.number(), UnitState::Dropped);
}

void UnitDispatch::set_aside(JobNumber job, const std::string& why, const std::string& note) {
  leader_.note(fmt::format("job {} is set aside: {}", job.value(), note));
  aside_.emplace(job, why);
}

/// Whether a job failed often enough, and not a few times on one worker alone while others could play it.
bool UnitDispatch::is_hopeless(const WaitingJob& job, const OpenUnit& open) {
  std::set<std::string> cannot = job.failed_on;
  for (const auto& [name, known] : leader_.registry.all())
    if (open.unit && known.hello.speed() < open.unit->least_speed()) cannot.insert(name);
  if (job.failures >= MostFailuresOfJob) return true;
  return job.failures >= FailuresOfJob && (job.failed_on.size() >= static_cast<std::size_t>(FailuresOfJob) ||
                                           !leader_.registry.has_others(cannot, open.keeps_from_guests));
}

/// A worker that hardly plays anything keeps others from it.
void UnitDispatch::count_failure(const std::string& name) {
  KnownWorker* worker = leader_.registry.find(name);
  if (worker == nullptr) return;
  worker->proven = 0;
  worker->failures = std::min(worker->failures + 1, MostFailuresAhead);
  if (worker->failures < MostFailuresAhead || !leader_.registry.has_proven_others(name) || worker->is_refused()) return;
  leader_.registry.refuse(name, "it fails more units than it plays");
  leader_.note("worker " + name + " is refused from now on: it fails more units than it plays");
}

}  // namespace tichu::arena
