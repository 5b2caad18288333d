#include "sdk/python/native/thread_pool.h"

#include <unistd.h>

#include <system_error>

namespace tichu::training {
namespace {

/// How often a thread looks again, letting others run in between, before it sleeps: about 100 us, in which the next
/// step mostly comes. To wake a sleeping thread takes longer than a step of a hundred tables.
constexpr int LooksBeforeSleep = 300;

/// Waits until the value is another than `old`, and gives it.
std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int look = 0; look < LooksBeforeSleep; ++look) {
    const std::uint32_t now = value.load(std::memory_order_acquire);
    if (now != old) return now;
    std::this_thread::yield();
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

}  // namespace

ThreadPool::~ThreadPool() {
  if (!shared_) return;
  if (process_ != ::getpid()) {
    static_cast<void>(shared_.release());  // the threads are the parent's: nothing here may wait for them
    return;
  }
  shared_->part = nullptr;
  shared_->turn.fetch_add(1, std::memory_order_release);
  shared_->turn.notify_all();
  for (std::thread& thread : shared_->threads) thread.join();
}

void ThreadPool::start() {
  static_cast<void>(shared_.release());  // nullptr, or what a forked child has got from its parent
  shared_ = std::make_unique<Shared>();
  process_ = ::getpid();
  try {
    for (int part = 1; part < size_; ++part) {
      shared_->threads.emplace_back([shared = shared_.get(), part] { serve(*shared, part); });
    }
  } catch (const std::system_error&) {
    // No more threads are to be had: the caller's own does the parts of those that are missing.
  }
}

void ThreadPool::serve(Shared& shared, int part) {
  std::uint32_t seen = 0;
  while (true) {
    seen = wait_for_change(shared.turn, seen);
    if (shared.part == nullptr) return;
    shared.part(shared.work, part);
    if (shared.working.fetch_sub(1, std::memory_order_acq_rel) == 1) shared.working.notify_one();
  }
}

void ThreadPool::run_parts(Part part, const void* work) {
  if (!shared_ || process_ != ::getpid()) start();
  shared_->part = part;
  shared_->work = work;
  const auto threads = static_cast<std::uint32_t>(shared_->threads.size());
  shared_->working.store(threads, std::memory_order_relaxed);
  shared_->turn.fetch_add(1, std::memory_order_release);
  shared_->turn.notify_all();
  part(work, 0);
  for (int missing = static_cast<int>(threads) + 1; missing < size_; ++missing) part(work, missing);
  for (std::uint32_t left = shared_->working.load(std::memory_order_acquire); left != 0;) {
    left = wait_for_change(shared_->working, left);
  }
}

}  // namespace tichu::training
