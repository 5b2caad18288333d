#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/statistics/rating/control_variates.h"
#include "arena/statistics/rating/duplication.h"
#include "arena/statistics/rating/result_rating.h"
#include "arena/statistics/rating/standings.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/stored_results.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// All that a report is made from. But for `usage` equal for the same tournament whatever its concurrency was.
struct TournamentReport {
  TournamentConfig config;
  std::vector<Entrant> entrants;
  Standings standings;
  DuplicationGain duplication;
  std::vector<ControlGain> controls;  ///< of each pairing, if they were asked for
  /// What each bot and each pair of bots contributed; nullopt if every entrant is a bot with itself as partner.
  std::optional<ResultRatings> partnerships;
  std::vector<FinishedFault> faults;
  std::vector<BotUsage> usage;  ///< of each bot, in their order; differs from run to run
  /// What kept the bots in that were not trusted, in the last run that stored boards; its kind is empty if that is not
  /// known.
  SandboxReport sandbox;
  StoredRuns runs;  ///< with what the boards were played
  /// In all pairings; fewer were played if the tournament was stopped. Nullopt if the schedule has no end.
  std::optional<std::uint64_t> boards_planned;
  bool complete = false;            ///< whether all of it was played
  std::vector<Place> places;        ///< by the schedule's own rules; empty if it ranks nobody
  StoredResults results;            ///< of all finished boards
  std::vector<DamagedJob> damaged;  ///< whose result, fault or usage cannot be read and is left out

  const std::string& name_of(EntrantId entrant) const { return entrants[static_cast<std::size_t>(entrant)].name; }
};

/// Rates what a store holds of a tournament. What cannot be read is left out and named in `damaged`.
TournamentReport report_of(const TournamentConfig& config, const TournamentStore& store);

/// How many rounds are stored: those that were played to their end, and those that a fault ended.
std::uint64_t round_count(const TournamentReport& report);

/// How far a stored tournament has come.
struct StoredProgress {
  std::uint64_t boards = 0;                                    ///< that are stored
  std::optional<std::uint64_t> boards_planned = std::nullopt;  ///< nullopt: there is no end, or it was imported
  bool complete = false;                                       ///< false too if damage hides it
};
/// Its state in one word: running, imported, finished or stopped.
std::string_view state_of(const TournamentConfig& config, bool complete, bool running);
StoredProgress progress_of(const TournamentConfig& config, const TournamentStore& store);

/// Tells the feed what is stored already, which is not played again. Returns false if one of the jobs is none that the
/// schedule would have given out: the store is another tournament's. `faults` are in the order of jobs.
bool replay_stored_jobs(const StoredResults& results, std::span<const FinishedFault> faults, JobFeed& feed);

}  // namespace tichu::arena
