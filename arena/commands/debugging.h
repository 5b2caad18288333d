#pragma once

#include <sys/types.h>

#include <vector>

namespace tichu::arena {

/// Prints the processes of a bot to the error stream, with the command that attaches a debugger, and waits for a line,
/// or the end, of the standard input.
void wait_for_debugger(const std::vector<pid_t>& processes);

}  // namespace tichu::arena
