#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"
#include "arena/hosting/check/run_checks.h"

namespace tichu::arena {

/// A check, which may also tell the report what the bot calls itself.
using Check = std::function<std::vector<CheckResult>(const CheckSession&, CheckReport&)>;

/// Does a check of a plug-in that runs in this process in a child process: a crash of the plug-in fails the check
/// `name`, with the decision that it was asked for, instead of ending the checks.
std::vector<CheckResult> check_apart(const std::string& name, const Check& check, const CheckSession& session,
                                     CheckReport& report);

/// What came of a table of the checks that was played again.
struct ReplayedTable {
  std::string text;  ///< every decision, a line each, and the fault if there was one
  bool has_fault = false;
};

/// Plays one table of the checks, as `replay_table`; a plug-in that would run in this process runs in a child.
ReplayedTable replay_table_apart(const CheckPlan& plan, std::uint64_t table, const OnStart& on_start = {});

}  // namespace tichu::arena
