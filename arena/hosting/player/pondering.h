#pragma once

#include <sys/types.h>
#include <time.h>

#include <chrono>
#include <optional>
#include <vector>

namespace tichu::arena {

/// Measures a bot's pondering: the processor time that its processes use between an answer and the next question.
/// Reading a process's clock takes 0.3 microseconds, so not every pause between quick answers is measured. Measuring
/// takes at most 0.3 % of the time, a tenth of a microsecond per question.
class PonderingClock {
 public:
  using Clock = std::chrono::steady_clock;
  /// What a bot may use in a pause before it counts: to tidy up after an answer, and to come back to the wait for the
  /// next question. A bot in Python takes 50 microseconds for it.
  static constexpr std::chrono::milliseconds Slack{1};

  /// Whether it is time to look anew for the bot's processes, which takes some 50 microseconds for each.
  bool wants_processes(Clock::time_point now) const { return !watched_at_ || now - *watched_at_ >= BetweenLooks; }
  /// Measures these processes, all of the bot's, from now on. Not to be called within a pause.
  void watch(const std::vector<pid_t>& processes, Clock::time_point now);
  /// The bot has answered.
  void begin_pause(Clock::time_point now);
  /// The same, but this pause is measured in any case: it will be long.
  void begin_rest(Clock::time_point now);
  /// The bot is asked again, or not needed any more. Returns what it used since its answer, less the slack; 0 if
  /// this pause is not measured.
  std::chrono::nanoseconds end_pause();

 private:
  static constexpr std::chrono::seconds BetweenLooks{1};
  /// Per process, from the beginning of a measured pause to that of the next.
  static constexpr std::chrono::microseconds BetweenMeasurements{200};

  struct ProcessClock {
    clockid_t id = 0;
    std::optional<std::chrono::nanoseconds> at_answer;  ///< nullopt if it had ended
  };

  std::vector<ProcessClock> clocks_;
  std::optional<Clock::time_point> watched_at_;
  Clock::time_point measured_at_;  ///< when the last measured pause began
  bool measures_ = false;
};

}  // namespace tichu::arena
