#pragma once

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"

namespace tichu::arena {

/// Checks of bots in a process of their own, by bytes that no player would send.

/// `versions`: greets an arena that also speaks later versions, and one whose greeting has a member that it does not
/// know; ends without a greeting where the arena speaks none of its versions.
CheckResult check_versions(const CheckSession& session);

/// `shutdown`: ends by itself with exit code 0, within the limit, after a farewell and at the end of its input.
CheckResult check_shutdown(const CheckSession& session);

/// `garbage`: whatever comes in, be it noise, half a message or one that makes no sense, the program ends when its
/// input does. It may end with any exit code.
CheckResult check_garbage(const CheckSession& session);

}  // namespace tichu::arena
