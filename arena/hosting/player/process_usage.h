#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "arena/hosting/sandbox/resource_usage.h"

namespace tichu::arena {

/// The folders of a process's threads, /proc/PID/task/TID (proc(5)); none of one that has ended.
std::vector<std::filesystem::path> thread_folders(pid_t process);

/// A process and all its descendants that run now, parents before their children. What begins or ends meanwhile may be
/// left out. A process that has ended has no descendants.
std::vector<pid_t> with_descendants(pid_t process);

/// What a process and its descendants that run now have used: the processor time of all, the memory of the largest
/// (resident set, libraries that it shares included); 0 of what cannot be read.
ResourceUsage usage_of_processes(pid_t first);

/// What a thread waits for in the kernel.
enum class KernelWait : std::uint8_t { Unknown, Input, Time };

/// Whether a thread of a process or of its descendants waits for more on its standard input, or else for a time to
/// pass; Unknown too where the kernel does not tell (proc(5), /proc/PID/task/TID/syscall).
KernelWait kernel_wait(pid_t first);

/// The processor time by a process's clock (clock_getcpuclockid); nullopt if the process has ended and was waited
/// for.
std::optional<std::chrono::nanoseconds> time_of(clockid_t clock);

/// The processor time of a process so far; 0 if it has ended and was waited for.
std::chrono::nanoseconds processor_time_of(pid_t process);

/// Waits for the end of a child, which stays to be reaped. Returns what it used, together with its children that it has
/// waited for. Their memory is not known any more.
ResourceUsage usage_of_ended_process(pid_t child);

}  // namespace tichu::arena
