#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "arena/hosting/player/remote_seats.h"
#include "arena/hosting/sandbox/sandbox.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/baseline.h"
#include "arena/tournament/play/board_executor.h"
#include "arena/tournament/play/invalidation.h"
#include "arena/tournament/play/observer.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// After what a run ends although its tournament goes on: boards under way are finished, and nothing else is different
/// for the runs that follow.
struct RunBudget {
  std::optional<std::uint64_t> boards = std::nullopt;  ///< of a ladder: that are stored then
  std::optional<std::chrono::nanoseconds> time = std::nullopt;
};

/// What a tournament is run with. All must outlive the run.
struct RunContext {
  TournamentStore& store;
  TournamentObserver& observer;
  /// Asked often, by the calling thread: whether to stop. Boards under way are finished and stored then.
  std::function<bool()> stop_requested;
  /// For the bots that are not trusted; null: they run without.
  const Sandbox* sandbox = nullptr;
  /// Whose boards are taken as they are; null: all are played.
  const Baseline* baseline = nullptr;
  RunBudget budget = {};
  /// Makes the place where the boards are played; empty: the threads of this process.
  ExecutorFactory executor = {};
  /// Which stored boards are false; null: none can be.
  InvalidationBook* invalidations = nullptr;
  /// ThreadExecutor::BeforeBoard
  std::function<void(const Job& job, int attempt)> before_board = {};
  bool keeps_output = false;  ///< BoardSpec::keeps_output
  /// Where the remote bots sit; null if there are none.
  RemoteSeats* seats = nullptr;
};

/// Plays the jobs of the configuration's schedule on `config.concurrency` threads, each with its own players, or where
/// `context.executor` says, but for those that are in the store already; stores every result and rates what is stored.
/// With deterministic bots the report is the same whatever the concurrency. A bot's fault is a result; a failure of the
/// host ends the run as an exception, after the other threads have finished their boards. The observer is told of
/// everything but `finished` and `failed`, which are the caller's.
RunSummary run_tournament(const TournamentConfig& config, const RunContext& context);

/// The threads that a tournament is played on: as configured, or one per core.
int thread_count(const TournamentConfig& config);

}  // namespace tichu::arena
