#pragma once

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"

namespace tichu::arena {

/// `idle`: plays a table, asks nothing for a while and looks at the processor time that the bot's processes use
/// meanwhile. A bot that works then takes the time from the other bots of its table. For bots in processes of their
/// own.
CheckResult check_idle(const CheckSession& session);

}  // namespace tichu::arena
