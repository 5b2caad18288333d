#include "arena/tournament/play/fault_log.h"

#include <fmt/format.h>

#include "arena/text/foreign_bytes.h"

namespace tichu::arena {

void FaultLog::add(const FinishedJob& job) {
  for (const FinishedFault& fault : job.faults) {
    const std::string line =
        fmt::format("fault: {} at seat {}, job {} (board {}, seating {}, round {}): {}: {}",
                    config_.bots[static_cast<std::size_t>(fault.bot)].name, fault.seat.number(), fault.job,
                    job.job.board, fault.seating, fault.round, to_text(fault.kind), fault.text);
    const int count = ++seen_[{fault.bot, fault.kind}];
    if (count > OnConsole) {
      log_.warning_in_file(line);
    } else {
      log_.warning(count < OnConsole ? line : line + " (further ones of this bot and kind only in arena.log)");
    }
    if (!fault.stderr_tail.empty()) log_.warning_in_file("its standard error:\n" + quoted_output(fault.stderr_tail));
  }
}

}  // namespace tichu::arena
