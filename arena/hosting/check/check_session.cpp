#include "arena/hosting/check/check_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tichu::arena {
namespace {

/// Whether a bot ended by an error that its language's runtime has told, with the place: Python, JavaScript, Java and
/// what runs on its machine, Go, Rust.
bool is_own_error(const Fault& fault) {
  constexpr std::array<std::string_view, 6> Beginnings{
      "Traceback (most recent call last)", "SyntaxError:", "\n    at ", "\n\tat ", "goroutine ", "panicked at "};
  return std::any_of(Beginnings.begin(), Beginnings.end(), [&fault](std::string_view beginning) {
    return fault.stderr_tail.find(beginning) != std::string::npos;
  });
}

std::string advice_on_memory(const CheckPlan& plan) {
  if (plan.judge != CheckJudge::Ladder) {
    return "memory_mb in [sandbox] of the tournament file is the limit; --tournament FILE checks with that of a file";
  }
  const bool is_own = plan.sandbox != nullptr &&
                      lowered(plan.sandbox->config(), plan.bot.needs).memory_mb < plan.sandbox->config().memory_mb;
  if (is_own) {
    return fmt::format("memory_mb = {} in its bot.toml is the limit; this ladder gives a bot up to {} MiB",
                       plan.bot.needs.memory_mb, plan.sandbox->config().memory_mb);
  }
  return "sandbox.memory_mb of the ladder is the limit, for every bot; its page Limits tells it, and what memory_mb "
         "says in bot.toml can only be less";
}

}  // namespace

CheckResult check_result(std::string name, CheckVerdict verdict, std::string found, std::string advice) {
  CheckResult result;
  result.name = std::move(name);
  result.verdict = verdict;
  result.found = std::move(found);
  result.advice = std::move(advice);
  return result;
}

CheckResult failed_check(const CheckPlan& plan, std::string name, const TrialFault& fault, std::string advice) {
  if (std::string own = advice_on(fault.fault, plan); !own.empty()) advice = std::move(own);
  CheckResult result = check_result(std::move(name), CheckVerdict::Failed, fault.fault.text, std::move(advice));
  result.place = fault.place;
  result.stderr_tail = fault.fault.stderr_tail;
  return result;
}

std::string advice_on(const Fault& fault, const CheckPlan& plan) {
  switch (fault.cause) {
    case FaultCause::PrintedText:
      return "standard output belongs to the protocol: print to standard error, and let no library print; the SDKs "
             "turn standard output into the log by themselves";
    case FaultCause::HiddenBySandbox:
      return plan.judge == CheckJudge::Ladder
                 ? "put all that it reads into what you submit: beside that a ladder shows a bot the system's files "
                   "alone"
                 : "check it once with trusted: before its path, without the sandbox, to see whether anything else is "
                   "wrong";
    case FaultCause::ReadOnlyFiles:
      return "write to /tmp, of which nothing is left when the bot ends";
    case FaultCause::NoNetwork:
      return "a bot plays without a network, here and on every ladder";
    case FaultCause::ProcessLimit:
      return "start fewer processes and threads: libraries often start one a core of the machine unless they are told "
             "how many";
    case FaultCause::MemoryLimit:
      return advice_on_memory(plan);
    case FaultCause::Computed:
      return "a loop that never ends, or more work than the limit allows: look at the clock while it thinks, and "
             "answer well before the limit";
    case FaultCause::Waited:
      return "it slept, waited for something else, kept its answer in a buffer that it did not flush, or took the "
             "request for no question: answer every request, and flush after each answer";
    case FaultCause::Killed:
    case FaultCause::Unknown:
      break;
  }
  if (is_own_error(fault))
    return "the bot's own error stands at the end of what it wrote: what it was, and in which line";
  return "";
}

std::string short_time_text(std::chrono::nanoseconds time) {
  const auto nanoseconds = static_cast<double>(time.count());
  if (nanoseconds < 1e3) return fmt::format("{} ns", time.count());
  if (nanoseconds < 1e6) return fmt::format("{:.3g} us", nanoseconds / 1e3);
  if (nanoseconds < 1e9) return fmt::format("{:.3g} ms", nanoseconds / 1e6);
  return fmt::format("{:.3g} s", nanoseconds / 1e9);
}

}  // namespace tichu::arena
