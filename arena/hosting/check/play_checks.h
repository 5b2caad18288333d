#pragma once

#include <string_view>
#include <vector>

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"

namespace tichu::arena {

/// Plays tables by every preset and judges what happened: `alive` (no crash, no closed output), `messages` (all answers
/// well formed), `legality.PRESET` (all answers legal), `deadlines` (all in time), `decisions` (every kind was asked).
/// A fault ends its table; the next goes on with a bot that was started anew.
std::vector<CheckResult> check_play(const CheckSession& session);

/// The check that a fault belongs to: alive, messages, deadlines or legality.
std::string_view check_of(FaultKind kind);

}  // namespace tichu::arena
