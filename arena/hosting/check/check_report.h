#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// How a check came out.
enum class CheckVerdict : std::uint8_t {
  Passed,
  Advised,  ///< passed, but there is something that the author should know
  Failed,
  Skipped,  ///< does not apply to this bot, was left out, or could not be done
};

/// Where in the checks' play something happened: what it takes to make it happen again.
struct CheckPlace {
  std::uint64_t seed = 0;        ///< CheckPlan::seed
  std::uint64_t table = 0;       ///< number of the table, `--table`
  std::string rules;             ///< the preset's name
  int round = 0;                 ///< of the table's rounds, from 1
  std::uint64_t deal_index = 0;  ///< `deal(seed, deal_index)` is the deal
  int seat = 0;
  int decision = 0;      ///< of the bot's decisions at the table, all its seats together, from 1; 0 before the first
  std::string question;  ///< what it was asked for, such as "its turn"; empty before the first decision
  std::string what_it_knew;  ///< hand, table and wish; empty before the first decision
};

/// What follows the fault in `CheckResult::found` if there are more than that one.
inline constexpr std::string_view MoreFaults = " (and ";

/// What one check found.
struct CheckResult {
  std::string name;  ///< such as "legality.gravon"
  CheckVerdict verdict = CheckVerdict::Passed;
  std::string found;   ///< one sentence without a full stop
  std::string advice;  ///< what to do about it; empty if it passed
  std::optional<CheckPlace> place;
  std::string stderr_tail;  ///< the last that the bot wrote to its standard error, if it failed
  std::chrono::nanoseconds duration{0};
};

/// All that was found on one bot.
struct CheckReport {
  BotSpec bot;
  std::uint64_t seed = 0;
  std::string name;     ///< what the bot calls itself; empty if it did not get that far
  std::string version;  ///< of the bot, as it says
  std::vector<CheckResult> results;

  /// Whether no check failed.
  bool ok() const;
  /// How many results have this verdict.
  int count(CheckVerdict verdict) const;
};

/// The words of verdicts in all outputs: pass, advice, fail, skip.
constexpr std::array<std::string_view, 4> words_of(CheckVerdict) { return {"pass", "advice", "fail", "skip"}; }

}  // namespace tichu::arena
