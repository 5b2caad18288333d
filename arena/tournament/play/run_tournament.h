#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/presentation/report/progress.h"
#include "arena/presentation/report/tournament_report.h"
#include "arena/presentation/report/tournament_stream.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/tournament_log.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// What a tournament is run with. All must outlive the run.
struct TournamentSurroundings {
  TournamentStore& store;
  TournamentLog& log;
  ProgressDisplay& progress;
  /// Asked often, by the calling thread: whether to stop. Boards under way are finished and stored then.
  std::function<bool()> stop_requested;
  /// For the bots that are not trusted; null: they run without.
  const Sandbox* sandbox = nullptr;
  /// The tournament's folder, where what is being played now is shown (CurrentTables); empty: nowhere.
  std::filesystem::path folder = {};
  /// For programs that follow the tournament: gets all but its last line. Null: nobody does.
  TournamentStream* stream = nullptr;
};

/// How a tournament went.
struct TournamentOutcome {
  TournamentReport report;  ///< from what is stored
  std::uint64_t rounds = 0;
  std::chrono::nanoseconds elapsed{0};
  bool stopped = false;  ///< before all was played
};

/// Plays the jobs of the configuration's schedule on `config.concurrency` threads, each with its own players, but for
/// those that are in the store already; stores every result and rates what is stored. With deterministic bots the
/// report is the same whatever the concurrency. A bot's fault is a result; a failure of the host ends the tournament as
/// an exception, after the other threads have finished their boards.
TournamentOutcome run_tournament(const TournamentConfig& config, const TournamentSurroundings& surroundings);

/// Rates what a store holds of a tournament.
TournamentReport report_of(const TournamentConfig& config, const TournamentStore& store);

/// The threads that a tournament is played on: as configured, or one a core.
int thread_count(const TournamentConfig& config);

}  // namespace tichu::arena
