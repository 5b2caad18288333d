#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/text/words.h"

namespace tichu::arena {

/// What a bot did wrong, or what became of it.
enum class FaultKind : std::uint8_t {
  StartFailed,    ///< the file is missing, cannot be executed or loaded, or has the wrong ABI
  Handshake,      ///< no valid greeting in time
  Crash,          ///< ended by a signal or with an exit code
  ClosedOutput,   ///< closed its standard output, but lives
  Timeout,        ///< no complete answer before the deadline
  BadMessage,     ///< bytes that are no message, or an answer to another question
  Oversized,      ///< a frame above the limit
  IllegalAction,  ///< an answer that the rules forbid
  LimitExceeded,  ///< used more memory or processor time than it may, or wrote too long a file, or too much to its
                  ///< standard error
  GivenUp,        ///< was not started any more, after many boards in a row at fault at every table
};

constexpr std::array<std::string_view, 10> words_of(FaultKind) {
  return {"start_failed", "handshake", "crash",          "closed_output",  "timeout",
          "bad_message",  "oversized", "illegal_action", "limit_exceeded", "given_up"};
}

/// What lies behind a fault, as far as the arena can tell. The fault's text says it; this is for advice.
enum class FaultCause : std::uint8_t {
  Unknown,
  PrintedText,      ///< text on the standard output, where messages belong
  HiddenBySandbox,  ///< a file, interpreter or module that the sandbox does not show
  ReadOnlyFiles,    ///< it wrote where the sandbox lets nobody write
  NoNetwork,        ///< it looked for another machine
  ProcessLimit,     ///< it was refused a process or a thread
  MemoryLimit,      ///< it had as much memory as it may have, or asked for more
  Computed,         ///< a late one computed for most of its time
  Waited,           ///< a late one used nearly no processor time: it slept, or waited for something
  Killed,           ///< SIGKILL, by none of its limits: somebody else's doing, perhaps
};

/// Most sentences of faults are made in fault_texts.h, which says where the others are.
struct Fault {
  FaultKind kind = FaultKind::Crash;
  std::string text;         ///< one sentence for people: what happened, signal or exit code, limits
  std::string stderr_tail;  ///< the last that the bot's program wrote to its standard error, at most 4 KiB
  FaultCause cause = FaultCause::Unknown;
};

/// The last request to a bot's program and what came in answer: of each the last 4 KiB at most.
struct Exchange {
  std::string sent;
  std::string received;
};

}  // namespace tichu::arena
