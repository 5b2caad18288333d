#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// Whose limits a bot is checked by. Advice names the place where they can be changed.
enum class CheckJudge : std::uint8_t {
  Tournament,  ///< a tournament of one's own, whose file may say other limits
  Ladder,      ///< a ladder, whose settings and the bot's bot.toml say them
};

/// What is checked, and how long.
struct CheckPlan {
  BotSpec bot;
  TimeLimits limits;
  CheckJudge judge = CheckJudge::Tournament;
  const Sandbox* sandbox = nullptr;  ///< for a bot that is not trusted; null: it runs without; outlives the checks
  std::uint64_t seed = 1;  ///< of deals, of the other players and of the bot: the same seed asks the same questions
  int rounds = 300;        ///< that are played to see whether all answers are legal, over all presets
  /// For each check that plays: what is not played by then is left out, and the result says so.
  std::chrono::seconds timeout{60};
  std::vector<std::string> only;  ///< names of checks, such as "legality" or "legality.gravon"; empty: all
  std::vector<std::string> skip;  ///< names of checks that are left out
  /// Told of each decision of the bot before it is asked for; empty: nobody is.
  std::function<void(const CheckPlace&)> watch = {};
  /// Told how long each answer took; empty: nobody is.
  std::function<void(std::chrono::nanoseconds)> on_answer = {};
};

/// The time, as the checks see it: for their timeouts and for how long each took.
using CheckClock = std::function<std::chrono::steady_clock::time_point()>;

}  // namespace tichu::arena
