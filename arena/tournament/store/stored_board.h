#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/record/record.h"
#include "arena/statistics/rating/board_result.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "engine/points.h"

namespace tichu::arena {

/// One round of a finished board. Scores are by side: 0 the job's first entrant, 1 the second.
struct StoredRound {
  SeatingNumber seating;
  RoundNumber number;
  std::array<Points, 2> score;
  Record record;
};

/// One finished board with its rounds.
struct StoredBoard {
  Job job;
  BoardResult result;
  std::vector<StoredRound> rounds;    ///< by seating, then number
  std::vector<FinishedFault> faults;  ///< by seating, round and seat; without their evidence
};

/// A finished job of which not everything can be read.
struct DamagedJob {
  JobNumber job;
  std::optional<BoardNumber> board;  ///< nullopt if this cannot be read either
  std::string what;                  ///< one sentence: what cannot be read, and why
};

/// "job 3 (board 3): " and what is wrong.
std::string to_text(const DamagedJob& damaged);

}  // namespace tichu::arena
