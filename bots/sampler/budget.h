#pragma once

#include <chrono>
#include <cstdint>

#include "sdk/bot.h"

namespace tichu::sampler {

/// How long the bot thinks about one decision: a time, or a number of playouts.
class Budget {
 public:
  /// Reads the options `time_ms` (milliseconds) and `simulations` (playouts), of which at most one may be given;
  /// without either it is 50 ms. Throws std::invalid_argument with a sentence that names the option, its value and what
  /// would be right.
  static Budget of(const BotSetup& setup);

  /// Begins with a decision.
  void start();
  /// Whether the decision's time, or its playouts, are used up after `playouts` of them.
  bool is_spent(std::int64_t playouts) const;

 private:
  std::int64_t simulations_ = 0;  ///< 0 if the time is the limit
  std::chrono::milliseconds time_{50};
  std::chrono::steady_clock::time_point end_;
};

}  // namespace tichu::sampler
