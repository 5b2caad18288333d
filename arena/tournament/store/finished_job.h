#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/bot_usage.h"
#include "arena/hosting/player/player.h"
#include "arena/record/record.h"
#include "arena/statistics/rating/board_result.h"
#include "arena/statistics/rating/play_figures.h"
#include "arena/tournament/schedule/schedule.h"
#include "engine/points.h"
#include "engine/seat.h"

namespace tichu::arena {

/// One round of a finished job, as it is stored: what of its record does not follow from tournament and job. Scores are
/// by side: 0 the job's first entrant, 1 the second.
struct FinishedRound {
  SeatingNumber seating;
  RoundNumber number;
  std::optional<std::uint64_t> deal_index;  ///< nothing where it is not known which deal of the tournament's seed it is
  std::array<Points, 2> score;
  Deal deal;
  std::vector<RecordedAction> actions;
  std::vector<RecordedRemark> remarks;
  std::optional<RecordedResult> result;
  std::optional<RecordFailure> failure;  ///< only where the round was not played to its end
};

/// A fault that a bot committed.
struct FinishedFault {
  JobNumber job;
  SeatingNumber seating;
  RoundNumber round;
  Seat seat;
  BotId bot{};
  FaultKind kind = FaultKind::Crash;
  std::string text;
  std::string stderr_tail;  ///< the last bytes that the bot's program wrote to its standard error; any bytes
  std::optional<Question> question = std::nullopt;  ///< what it was asked; nothing where it could not sit down
  Exchange exchange = {};                           ///< the last bytes that went to and came from its program
  std::size_t actions = 0;  ///< how many the round's record had then; with a substitute more followed
};

/// All that is kept of a job. Written whole or not at all.
struct FinishedJob {
  Job job;
  BoardResult result;
  std::array<PlayFigures, 2> figures;  ///< by side
  std::array<ThinkTime, 2> think_time;
  std::vector<FinishedRound> rounds;
  std::vector<FinishedFault> faults;
  /// What the bots used, by bot: all decisions of this job, and what has become known of processes during it.
  std::vector<BotUsage> usage;
};

}  // namespace tichu::arena
