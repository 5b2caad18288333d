#pragma once

#include <string>
#include <vector>

#include "arena/hosting/check/check_plan.h"
#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/trial.h"

namespace tichu::arena {

/// The report in the forms that `tichu-arena check` writes; arena/hosting/check/CHECK.md describes them.

/// The line above a bot's results.
std::string heading(const CheckPlan& plan);
/// A result as one line, with further lines, indented, for place, advice and the bot's last words. `again` is the
/// command that checks this bot, to which a table is added. Of a fault that an earlier result of the report tells it
/// has the way to see it again alone.
std::string result_text(const CheckResult& result, const std::string& again, const CheckReport& report = {});
/// The line below a bot's results.
std::string summary(const CheckReport& report);
/// Every decision of the bot at one table, a line each, and the fault if there was one.
std::string table_text(const TrialOutcome& outcome);

/// All bots' reports as one JSON document, with a line's end.
std::string check_json(const std::vector<CheckReport>& reports);
/// All bots' reports as JUnit's XML: a suite for each bot, a case for each check.
std::string check_junit(const std::vector<CheckReport>& reports);

}  // namespace tichu::arena
