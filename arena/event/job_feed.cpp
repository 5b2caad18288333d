#include "arena/event/job_feed.h"

namespace tichu::arena {

bool JobFeed::take_over(const Job& job, const BoardResult& result) {
  while (true) {
    const std::variant<Job, NoJob> next = schedule_.next();
    const Job* given = std::get_if<Job>(&next);
    if (given == nullptr || given->number > job.number) return false;
    if (given->number == job.number) {
      if (*given != job) return false;
      schedule_.report(job, result);
      return true;
    }
    missing_.push_back(*given);
    ++open_;
  }
}

std::optional<Job> JobFeed::next() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (!missing_.empty()) {
      const Job job = missing_.front();
      missing_.pop_front();
      return job;
    }
    const std::variant<Job, NoJob> next = schedule_.next();
    if (const Job* job = std::get_if<Job>(&next)) {
      ++open_;
      return *job;
    }
    if (std::get<NoJob>(next) == NoJob::Done) {
      all_given_ = true;
      return std::nullopt;
    }
    news_.wait(lock);
  }
  return std::nullopt;
}

void JobFeed::report(const Job& job, const BoardResult& result) {
  const std::scoped_lock lock(mutex_);
  schedule_.report(job, result);
  --open_;
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
