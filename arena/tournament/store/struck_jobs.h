#pragma once

#include <SQLiteCpp/Database.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// Moves jobs to the table `struck`, within a transaction; what bots used in them is kept under another job, or goes
/// with the last. Returns how many there were. For sources only.
std::size_t strike_jobs(SQLite::Database& database, std::span<const JobNumber> jobs, const std::string& worker,
                        const std::string& reason);

/// Which of the stored jobs go if these are struck: only these where results decide no pairing (or are noted, as a
/// ladder's meetings are), and all later ones where a schedule was led on by them, or where faults may have made it
/// give a bot up. Both by rising number.
std::vector<JobNumber> struck_with(const TournamentConfig& config, const std::vector<JobNumber>& jobs,
                                   const std::vector<JobNumber>& stored, bool has_faults);

}  // namespace tichu::arena
