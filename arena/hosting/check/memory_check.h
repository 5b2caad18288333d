#pragma once

#include <cstdint>
#include <vector>

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"

namespace tichu::arena {

/// `memory`: plays tables and looks at how much memory the bot's processes hold meanwhile (of a plug-in in the arena's
/// process: at the arena's own). A bot that goes on growing ends at its limit in a long tournament. Where it grows,
/// more is played, to tell a leak from caches that fill.
CheckResult check_memory(const CheckSession& session);

/// Bytes by which memory grew with each round, of samples that were taken after equal numbers of rounds: the least of
/// the growths between neighbours. 0 with fewer than three samples.
double steady_growth(const std::vector<std::uint64_t>& samples, double rounds_between);

}  // namespace tichu::arena
