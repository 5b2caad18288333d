#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "sdk/bot.h"

namespace tichu::sampler {

/// How long the bot thinks about one decision: a time, or a number of playouts; and on how many threads.
class Budget {
 public:
  /// Reads the options `time_ms` (milliseconds) and `simulations` (playouts), of which at most one may be given;
  /// without either it is 50 ms, on one thread. Throws std::invalid_argument with a sentence that names the option, its
  /// value and what would be right.
  static Budget of(const BotSetup& setup);
  /// Reads the option `threads` too.
  static Budget with_threads_of(const BotSetup& setup);

  /// At least 1.
  std::size_t threads() const { return threads_; }
  /// Begins with one of so many equal parts of a decision, which gets so many times as many playouts as others if these
  /// are the limit.
  void start(int parts, int times);
  /// How many guesses with so many actions may be played out now, at most `most`, which is at least 1; 0 if the
  /// decision's time, or its playouts, are used up.
  std::size_t guesses(std::size_t most, std::size_t actions) const;
  /// So many playouts were made.
  void spend(std::int64_t playouts) { left_ -= playouts; }

 private:
  std::int64_t simulations_ = 0;  ///< 0 if the time is the limit
  std::int64_t left_ = 0;         ///< playouts of this decision
  std::size_t threads_ = 1;
  std::chrono::milliseconds time_{50};
  std::chrono::steady_clock::time_point end_;
};

}  // namespace tichu::sampler
