#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

/// Answers that were made within the last second, for whoever asks the same. They are bounded in number and bytes, and
/// what is old goes with the next that is kept. Any thread may use it.
class ResponseCache {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds Lifetime{1};
  static constexpr std::size_t MostAnswers = 2048;
  static constexpr std::size_t MostBytes = std::size_t{16} << 20;

  /// The answer to a request with this target (`plain_target`), if there is one that is fresh.
  std::optional<HttpResponse> find(const std::string& target, Clock::time_point now);
  /// Keeps an answer; or not, if it is too large.
  void keep(const std::string& target, const HttpResponse& answer, Clock::time_point now);
  /// Of all that are kept.
  std::size_t bytes();

 private:
  struct Kept {
    HttpResponse answer;
    Clock::time_point made;
  };

  std::mutex mutex_;
  std::unordered_map<std::string, Kept> kept_;  ///< by target
  std::size_t bytes_ = 0;
  Clock::time_point swept_;  ///< when old ones were dropped last
};

}  // namespace tichu::arena
