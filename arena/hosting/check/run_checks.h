#pragma once

#include <sys/types.h>

#include <functional>
#include <string_view>
#include <vector>

#include "arena/hosting/check/check_plan.h"
#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/trial.h"

namespace tichu::arena {

/// A check's name, and what it looks at, for people.
struct CheckName {
  std::string_view name;
  std::string_view about;
};

/// All checks in the order in which they are done.
const std::vector<CheckName>& all_checks();

/// Whether `name` is the name of a check, or of one of a check's parts, such as "legality" or "legality.gravon".
bool is_check_name(std::string_view name);

/// So many answers of a bot that plays as greedy does are asked for at least, however short the plan's timeout is; a
/// test counts them.
inline constexpr int LeastAnswers = 400;

/// Does the checks that the plan asks for, in their order. `on_result` is told of each as soon as it is done; `start`
/// is always done first, and if it fails the rest is skipped. Throws std::system_error if the host fails.
CheckReport run_checks(const CheckPlan& plan, const CheckClock& now,
                       const std::function<void(const CheckReport&, const CheckResult&)>& on_result);

/// Called with the processes of the bot once it has sat down, before its first decision.
using OnStart = std::function<void(const std::vector<pid_t>& processes)>;

/// Plays one table of the checks and nothing else: to see again what a check found there.
TrialOutcome replay_table(const CheckPlan& plan, std::uint64_t table, const OnStart& on_start = {});

}  // namespace tichu::arena
