#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/hosting/player/fault.h"
#include "arena/hosting/player/process_usage.h"
#include "arena/hosting/player/processor_denial.h"
#include "engine/action.h"
#include "engine/answer.h"
#include "engine/legality.h"

namespace tichu::arena {

// The sentences that authors read of their bots' faults. Elsewhere stand: what the end of a program tells of its cause
// (program_end.h, sandbox_diagnosis.h), which bytes are no message (protocol/arena_conversation.cpp), why a file is no
// plug-in (plugin_library.cpp), what the rules forbid (engine/legality.cpp), and when a bot is given up
// (tournament/play/finish_job.cpp).

/// No greeting began within `limit`, the limit start_ms, and what the program did meanwhile.
Fault no_greeting(std::chrono::milliseconds limit, UseOfTime use = UseOfTime::Unknown);
/// A greeting began, and did not end within `limit`, the limit handshake_ms.
Fault greeting_without_end(std::chrono::milliseconds limit);
/// A greeting against the protocol; `what` says in what way.
Fault bad_greeting(const std::string& what);

/// No answer to a question within `limit`, what the bot did meanwhile, and what it waits for if it used no time.
Fault late_answer(std::chrono::milliseconds limit, UseOfTime use = UseOfTime::Unknown,
                  KernelWait wait = KernelWait::Unknown);
/// The seat's decisions together took longer than `limit`, the limit round_ms or remote_round_ms.
Fault no_time_left_in_round(std::chrono::milliseconds limit, bool remote);
/// Says behind a late answer that its limit was decision_ms, of a remote bot remote_decision_ms.
std::string of_decision_limit(bool remote);
/// Says behind a late answer that its limit was what the seat had left of `limit`, the limit round_ms or
/// remote_round_ms.
std::string of_round_limit(std::chrono::milliseconds limit, bool remote);

/// An answer to a question that the program had not read to its end.
Fault early_answer();
/// More than `mebibytes` MiB on the standard error between two answers.
Fault error_flood(std::uint64_t mebibytes);
/// The standard output or input is closed, but the program runs.
Fault closed_output();

/// A plug-in whose function threw an exception.
Fault exception_of_plugin();
/// A plug-in whose decision returned a status other than 0.
Fault failed_decision(std::int32_t status);
/// A plug-in that made no bot.
Fault no_bot_made(const std::filesystem::path& plugin);

/// An answer that does not fit the question; `what` says with what it was answered.
Fault misfit_answer(Question question, const std::string& what);
/// Cards that are no combination; `phoenix_as` is None unless the answer says what the Phoenix stands for.
Fault no_combination(CardSet cards, Rank phoenix_as);
/// An action that the rules forbid, as the referee says.
Fault illegal_action(const Action& action, const Legality& verdict);

/// The sentence of a fault for others than the bot's author: the same, or, if those of its kind may quote what the
/// bot's program wrote, one that does not.
std::string open_sentence(FaultKind kind, const std::string& text);

}  // namespace tichu::arena
