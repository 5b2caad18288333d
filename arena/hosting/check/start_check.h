#pragma once

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"

namespace tichu::arena {

/// `start`: a program is started and greets in time, a plug-in is loaded and makes a bot. Tells the report what the bot
/// calls itself. Where this fails nothing else can be checked.
CheckResult check_start(const CheckSession& session, CheckReport& report);

}  // namespace tichu::arena
