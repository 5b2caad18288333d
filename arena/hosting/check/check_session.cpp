#include "arena/hosting/check/check_session.h"

#include <fmt/format.h>

#include <utility>

namespace tichu::arena {

bool has_process(const BotSpec& bot) { return bot.kind == BotKind::Program || !bot.trusted; }

CheckResult check_result(std::string name, CheckVerdict verdict, std::string found, std::string advice) {
  CheckResult result;
  result.name = std::move(name);
  result.verdict = verdict;
  result.found = std::move(found);
  result.advice = std::move(advice);
  return result;
}

CheckResult failed_check(std::string name, const TrialFault& fault, std::string advice) {
  CheckResult result = check_result(std::move(name), CheckVerdict::Failed, fault.fault.text, std::move(advice));
  result.place = fault.place;
  result.stderr_tail = fault.fault.stderr_tail;
  return result;
}

std::string short_time_text(std::chrono::nanoseconds time) {
  const auto nanoseconds = static_cast<double>(time.count());
  if (nanoseconds < 1e3) return fmt::format("{} ns", time.count());
  if (nanoseconds < 1e6) return fmt::format("{:.3g} us", nanoseconds / 1e3);
  if (nanoseconds < 1e9) return fmt::format("{:.3g} ms", nanoseconds / 1e6);
  return fmt::format("{:.3g} s", nanoseconds / 1e9);
}

}  // namespace tichu::arena
