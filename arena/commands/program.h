#pragma once

#include <functional>

#include "arena/commands/command.h"

namespace tichu::arena {

/// Calls `run` for a program of the arena, and tells what it threw as one sentence on standard error. Returns what the
/// process ends with.
int run_program(const std::function<ExitCode()>& run);

/// Turns this process into the program with all commands (libexec/tichu-arena-whole), with the same words. Throws
/// std::runtime_error if there is none, because only the program that plays was built.
[[noreturn]] void become_whole_program();

/// For that program, before it does anything else: warns on standard error if the one that became it is of another
/// build, since only one of the two was built anew.
void compare_with_caller();

}  // namespace tichu::arena
