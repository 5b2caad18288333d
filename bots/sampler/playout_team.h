#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "engine/action.h"
#include "engine/round.h"
#include "sdk/search/light_policy.h"

namespace tichu::sampler {

/// Threads that play guessed rounds to their ends by LightPolicy, the caller's own among them. What they find does not
/// depend on how many they are.
class PlayoutTeam {
 public:
  /// `threads` is at least 1; one starts no thread. `temperature` is LightPolicy's.
  PlayoutTeam(std::size_t threads, float temperature);
  ~PlayoutTeam();
  PlayoutTeam(const PlayoutTeam&) = delete;
  PlayoutTeam& operator=(const PlayoutTeam&) = delete;

  std::size_t threads() const { return policies_.size(); }
  /// Does each of `actions` of seat 0 in each of `worlds` and plays on: `scores` has, world by world, what its team
  /// scores more than the other after each action. `key` names the chance, which is the same after each action.
  void play_out(std::span<const Round> worlds, std::uint64_t key, std::span<const Action> actions,
                std::span<float> scores);

 private:
  /// What is to be played out.
  struct Work {
    std::span<const Round> worlds;
    std::uint64_t key = 0;
    std::span<const Action> actions;
    std::span<float> scores;
  };

  void help(std::size_t helper);
  /// Plays worlds that nobody has taken until none is left.
  void take_worlds(LightPolicy& policy);

  std::vector<LightPolicy> policies_;  ///< one for each thread, the caller's first
  Work work_;
  std::atomic<std::size_t> next_world_ = 0;
  std::mutex mutex_;  ///< guards the next three
  std::size_t call_ = 0;
  std::size_t busy_ = 0;  ///< helpers that are at work
  bool ends_ = false;
  std::condition_variable changed_;
  std::vector<std::jthread> helpers_;
};

}  // namespace tichu::sampler
