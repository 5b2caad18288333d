#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tichu::arena {

/// The memory that belongs to all processes of this process namespace together, bytes: what each has of its own
/// (written or shared without a file), in memory or swapped out, and what the files of the temporary folder cost beside
/// their contents. Memory that two processes share counts twice. About 20 microseconds a process.
std::uint64_t memory_of_all_processes(const std::string& temporary_folder);

/// The processor time of all processes of this process namespace, and of those that have ended and were waited for, to
/// a hundredth of a second each. Not of those that ended while nobody wanted to know.
std::chrono::milliseconds processor_time_of_all_processes();

}  // namespace tichu::arena
