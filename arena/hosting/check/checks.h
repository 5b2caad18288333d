#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/check_session.h"

namespace tichu::arena {

// The checks, in the order in which `run_checks` does them.

/// `start`: a program is started and greets in time, a plug-in is loaded and makes a bot. Tells the report what the bot
/// calls itself. If this fails, nothing else can be checked.
CheckResult check_start(const CheckSession& session, CheckReport& report);

// Of bots in a process of their own, by bytes that no player would send.

/// `versions`: the bot greets an arena that also speaks later versions, and one whose greeting has a member that it
/// does not know. It ends without a greeting if the arena speaks none of its versions.
CheckResult check_versions(const CheckSession& session);
/// `shutdown`: the bot ends by itself with exit code 0, within the limit, after a farewell and at the end of its input.
CheckResult check_shutdown(const CheckSession& session);
/// `garbage`: whatever comes in, be it noise, half a message or one that makes no sense, the program ends when its
/// input does. It may end with any exit code.
CheckResult check_garbage(const CheckSession& session);

/// Plays tables by every preset and judges what happened: `alive` (no crash, no closed output), `messages` (all answers
/// well formed), `legality.PRESET` (all answers legal), `deadlines` (all in time), `decisions` (every kind was asked).
/// A fault ends its table; the next goes on with a bot that was started anew.
std::vector<CheckResult> check_play(const CheckSession& session);
/// The check that a fault belongs to: alive, messages, deadlines or legality.
std::string_view check_of(FaultKind kind);

/// `same-seed`: tables are played twice with the same seeds, by other instances (of a program: by other processes), the
/// second time in the opposite order. Every answer has to be the same.
CheckResult check_same_seed(const CheckSession& session);
/// `restart`: an instance that is left in the middle of a round makes room for a new one, and a program that was killed
/// starts again. Afterwards the bot plays as if nothing had happened.
CheckResult check_restart(const CheckSession& session);

/// `memory`: plays tables and looks at how much memory the bot's processes hold meanwhile (of a plug-in in the arena's
/// process: at the arena's own). A bot that goes on growing ends at its limit in a long tournament. If it grows, more
/// is played, to tell a leak from caches that fill.
CheckResult check_memory(const CheckSession& session);
/// Bytes by which memory grew per round, of samples that were taken after equal numbers of rounds: the least of the
/// growths between neighbours. 0 with fewer than three samples.
double steady_growth(const std::vector<std::uint64_t>& samples, double rounds_between);

/// `idle`: plays a table, asks nothing for a while and looks at the processor time that the bot's processes use
/// meanwhile. A bot that ponders takes the time from the other bots of its table. For bots in processes of their own.
CheckResult check_idle(const CheckSession& session);

}  // namespace tichu::arena
