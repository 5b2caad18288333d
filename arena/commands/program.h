#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "arena/commands/command.h"

namespace tichu::arena {

/// Calls `run` for a program of the arena, and tells what it threw as one sentence on standard error. Returns what the
/// process ends with.
int run_program(const std::function<ExitCode()>& run);

/// A sentence: it is not there, and how it gets there.
std::string missing_program(std::string_view name);
/// Has another program do what this process was asked for, with the same words; it takes this one's place. Throws
/// std::runtime_error if it is missing.
[[noreturn]] void start_program(std::string_view name);

}  // namespace tichu::arena
