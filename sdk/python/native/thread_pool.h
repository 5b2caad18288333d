#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace tichu::training {

/// Threads that do one piece of work each, again and again, without allocating. One thread is the caller's own; a crew
/// of one starts none. After a fork the child starts threads of its own.
class ThreadPool {
 public:
  /// `size` is 1 or more, with the caller's thread.
  explicit ThreadPool(int size) : size_(size) {}
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return size_; }
  /// Calls `work(part)` for each part 0..size() - 1, each on a thread of its own, and returns when all are done. Called
  /// from one thread at a time; `work` must not throw.
  template <typename Work>
  void run(const Work& work) {
    if (size_ == 1) return work(0);
    run_parts([](const void* self, int part) { (*static_cast<const Work*>(self))(part); }, &work);
  }

 private:
  using Part = void (*)(const void* work, int part);
  /// What the crew's threads look at; it outlives them in a forked child, where they are gone without having ended.
  struct Shared {
    std::atomic<std::uint32_t> turn{0};     ///< raised when there is work
    std::atomic<std::uint32_t> working{0};  ///< threads that are not done yet
    Part part = nullptr;                    ///< nullptr: end
    const void* work = nullptr;
    std::vector<std::thread> threads;
  };

  void run_parts(Part part, const void* work);
  void start();
  static void serve(Shared& shared, int part);

  int size_;
  int process_ = 0;
  std::unique_ptr<Shared> shared_;
};

}  // namespace tichu::training
