#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/presentation/report/event_report.h"
#include "arena/presentation/report/event_stream.h"
#include "arena/presentation/report/progress.h"
#include "arena/tournament/config/event_config.h"
#include "arena/tournament/play/event_log.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/event_store.h"

namespace tichu::arena {

/// What an event is run with. All must outlive the run.
struct EventSurroundings {
  EventStore& store;
  EventLog& log;
  ProgressDisplay& progress;
  /// Asked often, by the calling thread: whether to stop. Boards under way are finished and stored then.
  std::function<bool()> stop_requested;
  /// For the bots that are not trusted; null: they run without.
  const Sandbox* sandbox = nullptr;
  /// The event's folder, where what is being played now is shown (CurrentTables); empty: nowhere.
  std::filesystem::path folder = {};
  /// For programs that follow the event: gets all but its last line. Null: nobody does.
  EventStream* stream = nullptr;
};

/// How an event went.
struct EventOutcome {
  EventReport report;  ///< from what is stored
  std::uint64_t rounds = 0;
  std::chrono::nanoseconds elapsed{0};
  bool stopped = false;  ///< before all was played
};

/// Plays the jobs of the configuration's schedule on `config.concurrency` threads, each with its own players, but for
/// those that are in the store already; stores every result and rates what is stored. With deterministic bots the
/// report is the same whatever the concurrency. A bot's fault is a result; a failure of the host ends the event as an
/// exception, after the other threads have finished their boards.
EventOutcome run_event(const EventConfig& config, const EventSurroundings& surroundings);

/// Rates what a store holds of an event.
EventReport report_of(const EventConfig& config, const EventStore& store);

/// The threads that an event is played on: as configured, or one a core.
int thread_count(const EventConfig& config);

}  // namespace tichu::arena
