#include "arena/tournament/play/job_feed.h"

#include <algorithm>
#include <chrono>

namespace tichu::arena {
namespace {

Pairing sorted(const Pairing& entrants) {
  return {std::min(entrants[0], entrants[1]), std::max(entrants[0], entrants[1])};
}

}  // namespace

void JobFeed::begin(const Job& job) {
  streaks_.begin(job);
  ++open_;
}

void JobFeed::end(const Job& job, const BoardResult& result, std::span<const FinishedFault> faults) {
  schedule_.report(job, result);
  streaks_.end(job, result.tables, faults);
  --open_;
}

bool JobFeed::take_over(const Job& job, const BoardResult& result, std::span<const FinishedFault> faults) {
  while (true) {
    const std::variant<Job, NoJob> next = schedule_.next();
    const Job* given = std::get_if<Job>(&next);
    if (given == nullptr || given->number > job.number) return false;
    if (given->number == job.number && *given != job) return false;
    begin(*given);
    if (given->number == job.number) {
      end(job, result, faults);
      return true;
    }
    waiting_.push_back(*given);
  }
}

bool JobFeed::look_ahead() {
  while (waiting_.empty() || waiting_.back().number.value() + 1 < waiting_.front().number.value() + ahead_) {
    const auto began = std::chrono::steady_clock::now();
    const std::variant<Job, NoJob> next = schedule_.next();
    scheduling_.add(std::chrono::steady_clock::now() - began);
    const Job* job = std::get_if<Job>(&next);
    if (job == nullptr) return std::get<NoJob>(next) == NoJob::Wait;
    begin(*job);
    waiting_.push_back(*job);
  }
  return true;
}

std::deque<Job>::iterator JobFeed::best_for(std::size_t worker) {
  // If many are in doubt, those after them are too, and each takes a while to judge.
  constexpr int MostDoubts = 8;
  auto homeless = waiting_.end();
  auto any = waiting_.end();
  int doubts = 0;
  for (auto job = waiting_.begin(); job != waiting_.end() && doubts < MostDoubts; ++job) {
    const auto home = homes_.find(sorted(job->entrants));
    const bool is_own = home != homes_.end() && home->second == worker;
    const bool is_first_homeless = home == homes_.end() && homeless == waiting_.end();
    if (!is_own && !is_first_homeless && any != waiting_.end()) continue;
    if (streaks_.is_in_doubt(*job)) {
      ++doubts;
      continue;
    }
    if (is_own) return job;
    if (is_first_homeless) homeless = job;
    if (any == waiting_.end()) any = job;
  }
  return homeless != waiting_.end() ? homeless : any;
}

std::optional<Job> JobFeed::next(std::size_t worker) {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    const bool has_more = look_ahead();
    if (!has_more && waiting_.empty()) {
      all_given_ = true;
      return std::nullopt;
    }
    if (const auto best = best_for(worker); best != waiting_.end()) {
      const Job job = *best;
      homes_.try_emplace(sorted(job.entrants), worker);
      waiting_.erase(best);
      return job;
    }
    news_.wait(lock);
  }
  return std::nullopt;
}

std::variant<Job, NoJob> JobFeed::try_next() {
  const std::scoped_lock lock(mutex_);
  if (stopped_) return NoJob::Done;
  const bool has_more = look_ahead();
  if (waiting_.empty()) {
    if (!has_more) all_given_ = true;
    return has_more ? NoJob::Wait : NoJob::Done;
  }
  const Job job = waiting_.front();
  waiting_.pop_front();
  return job;
}

std::optional<std::vector<BotId>> JobFeed::settled_given_up(const Job& job) const {
  const std::scoped_lock lock(mutex_);
  if (streaks_.is_in_doubt(job)) return std::nullopt;
  return streaks_.given_up(job);
}

std::vector<BotId> JobFeed::given_up(const Job& job) const {
  const std::scoped_lock lock(mutex_);
  return streaks_.given_up(job);
}

void JobFeed::report(const Job& job, const BoardResult& result, std::span<const FinishedFault> faults) {
  const std::scoped_lock lock(mutex_);
  end(job, result, faults);
  news_.notify_all();
}

std::vector<JobNumber> JobFeed::change(std::span<const FieldChange> changes, const std::vector<Entrant>& entrants) {
  const std::scoped_lock lock(mutex_);
  streaks_.set_entrants(entrants);
  std::vector<JobNumber> jobs;
  for (const FieldChange& change : changes) jobs.push_back(schedule_.open()->change(change));
  news_.notify_all();
  return jobs;
}

void JobFeed::at_next_meeting(const std::function<void(JobNumber)>& noted) {
  const std::scoped_lock lock(mutex_);
  noted(schedule_.open()->first_undecided());
}

void JobFeed::set_ahead(std::uint64_t ahead) {
  const std::scoped_lock lock(mutex_);
  ahead_ = ahead;
}

std::vector<LadderMeeting> JobFeed::take_decided() {
  const std::scoped_lock lock(mutex_);
  OpenSchedule* const open = schedule_.open();
  return open == nullptr ? std::vector<LadderMeeting>() : open->take_decided();
}

std::vector<ExpectedTotal> JobFeed::expected() const {
  const std::scoped_lock lock(mutex_);
  return schedule_.expected();
}

TimesTaken JobFeed::scheduling() const {
  const std::scoped_lock lock(mutex_);
  return scheduling_;
}

void JobFeed::stop() {
  const std::scoped_lock lock(mutex_);
  stopped_ = true;
  news_.notify_all();
}

bool JobFeed::is_stopped() const {
  const std::scoped_lock lock(mutex_);
  return stopped_;
}

bool JobFeed::complete() const {
  const std::scoped_lock lock(mutex_);
  return all_given_ && open_ == 0;
}

}  // namespace tichu::arena
