#pragma once

#include <array>
#include <vector>

#include "arena/hosting/match/bot_usage.h"
#include "arena/statistics/rating/play_figures.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// All that is kept of a job. Written whole or not at all. The records of its rounds need not know their place in the
/// tournament.
struct FinishedJob : StoredBoard {
  std::array<PlayFigures, 2> figures;  ///< by side
  std::array<TimeSums, 2> think_time;  ///< by side
  /// What the bots used, by bot: all decisions of this job, and what has become known of processes during it.
  std::vector<BotUsage> usage;
  /// What its bots wrote, if the run keeps that; of each bot the store has the latest alone.
  std::vector<SeatOutput> output;
};

}  // namespace tichu::arena
