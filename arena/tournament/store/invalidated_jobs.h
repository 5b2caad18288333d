#pragma once

#include <SQLiteCpp/Database.h>

#include <cstddef>
#include <span>
#include <string>

#include "arena/ids.h"

namespace tichu::arena {

/// Moves jobs to the table `invalidated`, within a transaction; what bots used in them is kept under another job, or
/// goes with the last. Returns how many there were. For sources only.
std::size_t invalidate_jobs(SQLite::Database& database, std::span<const JobNumber> jobs, const std::string& worker,
                            const std::string& reason);

}  // namespace tichu::arena
