#pragma once

#include <cstdint>
#include <string>

namespace tichu::arena {

/// The memory that belongs to all processes of this process namespace together, bytes: what each has of its own
/// (written or shared without a file), in memory or swapped out, and what the files of the temporary folder cost beside
/// their contents. Memory that two processes share counts twice. About 20 microseconds a process.
std::uint64_t memory_of_all_processes(const std::string& temporary_folder);

}  // namespace tichu::arena
