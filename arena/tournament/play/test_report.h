#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "arena/statistics/rating/elo_estimate.h"
#include "arena/statistics/rating/score_counts.h"
#include "arena/statistics/sequential/sequential_test.h"
#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// All that is reported about a finished sequential test.
struct SequentialReport {
  std::string stronger;  ///< the bot under test; every number is from its side
  std::string other;
  SequentialPlan plan;
  SequentialState state;
  IntervalEstimate estimate;          ///< corrected for stopping
  ScoreCounts counts;                 ///< of the boards that count
  std::uint64_t played = 0;           ///< boards, including those under way when the test ended, which do not count
  std::uint64_t faults = 0;           ///< of both bots, on all boards played
  bool stopped = false;               ///< by a person, before its end
  std::optional<std::uint64_t> seed;  ///< nullopt if the tournament may go on: the seed tells all hands
  std::string rules;                  ///< the preset's name
  std::string folder;                 ///< where its boards are kept
};

/// The report of a test on the boards that it has counted. `played` is their number; names and origin are empty.
SequentialReport report_test(const SequentialTest& test);

/// The report of a sequential test's run, which ended before its end if `stopped`; `report.config.test` must be set.
SequentialReport report_test(const TournamentReport& report, const std::filesystem::path& folder, bool stopped);

}  // namespace tichu::arena
