#pragma once

#include <chrono>
#include <optional>

namespace tichu::arena {

/// Stops all other processes of the box when the arena says so, and lets them go on. For the box's first process.
class BotHalt {
 public:
  using Clock = std::chrono::steady_clock;

  /// Does what the arena has said meanwhile. Stops again what woke in spite of a halt, where that is due. Ends this
  /// program, and with it the box, where the arena has closed the channel.
  void obey();
  /// When `obey` is due though the arena says nothing; nothing where the bot may run.
  std::optional<Clock::time_point> due() const { return due_; }

 private:
  std::optional<Clock::time_point> due_;
};

}  // namespace tichu::arena
