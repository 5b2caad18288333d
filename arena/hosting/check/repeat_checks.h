#pragma once

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"

namespace tichu::arena {

/// `same-seed`: tables are played twice with the same seeds, by other instances (of a program: by other processes), the
/// second time in the opposite order; every answer has to be the same.
CheckResult check_same_seed(const CheckSession& session);

/// `restart`: an instance that is left in the middle of a round makes room for a new one, and a program that was killed
/// starts again; afterwards the bot plays as if nothing had happened.
CheckResult check_restart(const CheckSession& session);

}  // namespace tichu::arena
