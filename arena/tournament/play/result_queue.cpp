#include "arena/tournament/play/result_queue.h"

#include <utility>

namespace tichu::arena {

void ResultQueue::push(FinishedJob job) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] { return closed_ || jobs_.size() < Capacity; });
  if (closed_) return;
  jobs_.push_back(std::move(job));
  news_.notify_one();
}

void ResultQueue::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  room_.notify_all();
}

void ResultQueue::worker_done() {
  const std::scoped_lock lock(mutex_);
  --workers_;
  news_.notify_one();
}

std::vector<FinishedJob> ResultQueue::take_all(std::chrono::milliseconds patience) {
  std::vector<FinishedJob> taken;
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, patience, [this] { return !jobs_.empty() || workers_ == 0; });
  taken.swap(jobs_);
  room_.notify_all();
  return taken;
}

bool ResultQueue::exhausted() const {
  const std::scoped_lock lock(mutex_);
  return workers_ == 0 && jobs_.empty();
}

}  // namespace tichu::arena
