#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "arena/service/ladder/ladder_figures.h"

namespace tichu::arena {

/// Counts what a server answers. Any thread.
class ApiMetrics {
 public:
  /// An answer of that status to a route ("GET /api/v1/bots/{bot}"), and how long it was worked on.
  void count(const std::string& route, unsigned status, std::chrono::nanoseconds time);
  /// An answer that needed no work: a refusal by the request's head alone, or an answer that was made for another.
  void count_at_once(unsigned status);
  void count_clients(int clients, std::size_t watchers);
  /// All of it and how the ladder is getting on, in Prometheus' text format 0.0.4.
  std::string text(const LadderStatus& status, const LadderStandings& standings) const;

 private:
  static constexpr std::array<double, 8> Bounds{0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2};
  struct Times {
    std::array<std::uint64_t, Bounds.size() + 1> counts{};
    double sum = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, unsigned>, std::uint64_t> requests_;
  std::map<std::string, Times> times_;
  std::atomic<int> clients_{0};
  std::atomic<std::size_t> watchers_{0};
};

}  // namespace tichu::arena
