#pragma once

#include <map>
#include <string>
#include <utility>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/tournament_log.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// Writes a line for every fault into the tournament's log; on the console only the first few of each bot and kind, so
/// that a broken bot does not drown the rest.
class FaultLog {
 public:
  /// Both must outlive this object.
  FaultLog(const TournamentConfig& config, TournamentLog& log) : config_(config), log_(log) {}

  void add(const FinishedJob& job);

 private:
  static constexpr int OnConsole = 3;

  const TournamentConfig& config_;
  TournamentLog& log_;
  std::map<std::pair<BotId, FaultKind>, int> seen_;
};

}  // namespace tichu::arena
