#include "arena/tournament/play/job_feed.h"

namespace tichu::arena {

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

std::optional<Job> JobFeed::next() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (waiting_.empty()) {
      const std::variant<Job, NoJob> next = schedule_.next();
      if (const Job* job = std::get_if<Job>(&next)) {
        begin(*job);
        waiting_.push_back(*job);
      } else if (std::get<NoJob>(next) == NoJob::Done) {
        all_given_ = true;
        return std::nullopt;
      }
    }
    if (!waiting_.empty() && !streaks_.is_in_doubt(waiting_.front())) {
      const Job job = waiting_.front();
      waiting_.pop_front();
      return job;
    }
    news_.wait(lock);
  }
  return std::nullopt;
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

void JobFeed::stop() {
  const std::scoped_lock lock(mutex_);
  stopped_ = true;
  news_.notify_all();
}

bool JobFeed::complete() const {
  const std::scoped_lock lock(mutex_);
  return all_given_ && open_ == 0;
}

}  // namespace tichu::arena
