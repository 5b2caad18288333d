#pragma once

#include <cstdint>

namespace tichu::arena {

/// What the program tichu-box tells the arena.
enum class BoxReportKind : std::int32_t {
  Ready,        ///< the box stands, the bot's program comes next; has a pidfd of the box's first process, if it has one
  SetupFailed,  ///< the box could not be made: the host's failure; `value` is the errno
  NotExecuted,  ///< the bot's program could not be executed; `value` is the errno
  MemoryExceeded,     ///< the bot used more memory than it may and was killed
  ProcessorExceeded,  ///< all processes of the bot together used more processor time than it may, and were killed
  Ended,              ///< the bot's program ended; `value` is its status as `waitpid` gives it
};

/// What the arena tells a box's first process over the same channel. No signals: the bot could send these too.
enum class BoxOrder : std::uint8_t {
  Halt,    ///< stop all other processes of the box, and keep them stopped
  Resume,  ///< let them go on
};

/// One message of the channel between tichu-box and the arena, a socket of type SOCK_SEQPACKET that the bot does not
/// get. Both are built together, so its layout is nobody else's concern.
struct BoxReport {
  BoxReportKind kind = BoxReportKind::Ready;
  std::int32_t value = 0;
  char step[32] = {};  ///< of SetupFailed: what failed, ends with 0
};

}  // namespace tichu::arena
