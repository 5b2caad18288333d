#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// Finished jobs on their way from the workers to the one thread that stores them. Bounded, so that a slow disk slows
/// the workers instead of filling the memory. All functions may be called from any thread.
class ResultQueue {
 public:
  /// Filled by `workers` threads, each of which calls `worker_done` once.
  explicit ResultQueue(std::size_t workers) : workers_(workers) {}

  /// Hands a job over; waits while the queue is full. On a closed queue the job is dropped.
  void push(FinishedJob job);
  /// Nobody takes anything more: waiting workers go on.
  void close();
  /// The calling worker pushes nothing more.
  void worker_done();

  /// All jobs that have come, in the order of coming; waits for one at most `patience`, so it may be empty.
  std::vector<FinishedJob> take_all(std::chrono::milliseconds patience);
  /// Whether all workers are done and everything was taken.
  bool exhausted() const;

 private:
  /// Some transactions' worth: a plug-in job comes every tenth of a millisecond, a transaction takes about as long.
  static constexpr std::size_t Capacity = 256;

  mutable std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable news_;
  std::vector<FinishedJob> jobs_;
  std::size_t workers_;
  bool closed_ = false;
};

}  // namespace tichu::arena
