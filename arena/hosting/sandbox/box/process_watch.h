#pragma once

#include <chrono>
#include <optional>

#include "arena/hosting/sandbox/box_protocol.h"

namespace tichu::arena {

/// Looks at the memory and processor time of all processes of the box, at intervals, if no control group does.
class ProcessWatch {
 public:
  using Clock = std::chrono::steady_clock;

  /// `options` must outlive this object.
  explicit ProcessWatch(const BoxOptions& options);

  /// Ends the box, with a report, if the bot uses more than it may.
  void look_if_due();
  /// When `look_if_due` is to be called next; nullopt if there is nothing to watch.
  std::optional<Clock::time_point> due() const;

 private:
  bool is_wanted() const { return options_.watch_memory || options_.watch_processors; }

  const BoxOptions& options_;
  Clock::time_point next_look_;
};

}  // namespace tichu::arena
