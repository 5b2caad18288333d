#pragma once

#include <chrono>
#include <string>

#include "arena/hosting/check/check_plan.h"
#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/trial.h"

namespace tichu::arena {

/// What the checks of one bot share.
struct CheckSession {
  const CheckPlan& plan;
  const CheckClock& now;
  /// Whether two plays of a table are expected to be the same: not of a bot that has failed `same-seed`, or is not to
  /// be judged by it.
  bool repeats_itself = true;

  /// When a check that begins now has to end.
  std::chrono::steady_clock::time_point deadline() const { return now() + plan.timeout; }
};

/// A result that has nothing but its verdict and a sentence.
CheckResult check_result(std::string name, CheckVerdict verdict, std::string found, std::string advice = {});

/// The advice if an ordinary table fails in a check that is about something else.
constexpr const char* PlayFirst =
    "the bot's play has to be sound first: see the checks alive, messages, legality, deadlines";

/// The result of a check by `plan` that found a fault. `advice` is given if the fault itself does not say more, by its
/// cause or by what the bot wrote last.
CheckResult failed_check(const CheckPlan& plan, std::string name, const TrialFault& fault, std::string advice);

/// The advice on a fault that fits its cause and where the bot is to play, or the language that the bot's last words
/// are in; empty if neither is known.
std::string advice_on(const Fault& fault, const CheckPlan& plan);

/// "3 ms", "1.5 s", "20 us".
std::string short_time_text(std::chrono::nanoseconds time);

}  // namespace tichu::arena
