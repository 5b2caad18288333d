#pragma once

#include <functional>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// The results of a tournament's finished jobs, in the order of jobs.
struct StoredResults {
  std::vector<Job> jobs;
  std::vector<RatedBoard> boards;  ///< one for each of `jobs`
};

/// Is told of a job in the place of what cannot be read of it.
using OnDamage = std::function<void(const DamagedJob& damaged)>;

/// Throws DamagedStore, which names the job: for who needs everything.
void refuse_damage(const DamagedJob& damaged);

}  // namespace tichu::arena
