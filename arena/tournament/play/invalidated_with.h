#pragma once

#include <span>
#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/stored_results.h"

namespace tichu::arena {

/// Which of the stored jobs go if `jobs` are invalidated, by rising number. Only these where results decide no pairing
/// (or are noted, as a ladder's meetings are); all later ones where a schedule was led on by them. With `give_up_after`
/// also those of a bot from the first on in which it would be given up otherwise, if the invalidated ones told nothing,
/// or if no bot was at fault in them. (That they were full of faults is not reckoned with.) `faults` by job, as stored.
std::vector<JobNumber> invalidated_with(const TournamentConfig& config, const std::vector<Entrant>& entrants,
                                        const std::vector<JobNumber>& jobs, const StoredResults& stored,
                                        std::span<const FinishedFault> faults);

/// Jobs that nobody can play again.
struct UnplayableJobs {
  std::vector<JobNumber> jobs;     ///< by rising number
  std::vector<std::string> names;  ///< of the bots without files, in their order
};

/// Takes out of `jobs`, which rise, those with a bot whose file is not there any more, as those of versions that their
/// author withdrew from a ladder.
UnplayableJobs take_unplayable(std::vector<JobNumber>& jobs, const TournamentConfig& config,
                               const std::vector<Entrant>& entrants, const StoredResults& stored);

}  // namespace tichu::arena
