#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/statistics/rating/elo_calculator.h"
#include "arena/statistics/rating/points_estimate.h"
#include "arena/statistics/rating/score_counts.h"
#include "arena/statistics/sequential/larger_hypothesis.h"
#include "arena/statistics/sequential/sequential_test.h"
#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// How many faults a bot committed of each kind; kinds of which there were none are left out.
using FaultsByKind = std::map<FaultKind, std::uint64_t>;

/// What came of a test over a pool against one of its bots, on the boards that count; in points per round.
struct OpponentFigures {
  std::string name;
  double of_new = 0;          ///< what the bot under test scored more than the opponent
  double of_old = 0;          ///< the same of the other
  PointsEstimate difference;  ///< of these, board by board; not corrected for stopping
  FaultsByKind faults = {};   ///< the opponent's, on all boards played
};

/// All that is reported about a finished sequential test.
struct SequentialReport {
  std::string stronger;  ///< the bot under test; every number is from its side
  std::string other;
  std::vector<OpponentFigures> pool;  ///< empty: the two played against each other
  SequentialPlan plan;
  SequentialState state;
  IntervalEstimate estimate;  ///< corrected for stopping
  ScoreCounts counts;         ///< of the boards that count; means nothing with a pool
  /// What would have decided a test that ended undecided; nullopt if nothing would, or if it may go on.
  std::optional<LargerHypothesis> larger;
  std::uint64_t played = 0;         ///< jobs, including those under way when the test ended, which do not count
  std::uint64_t faults = 0;         ///< of all bots, on all boards played
  FaultsByKind faults_of_stronger;  ///< those of them that the bot under test committed
  FaultsByKind faults_of_other;
  bool stopped = false;               ///< by a person, before its end
  std::optional<std::uint64_t> seed;  ///< nullopt if the tournament may go on: the seed tells all hands
  std::string rules;                  ///< the preset's name
  std::string folder;                 ///< where its boards are kept

  /// As the command `test` ends if nobody stops it: 0 stronger, 1 not, 3 with faults, 4 undecided.
  int exit_code() const;
};

/// The report of a test on the boards that it has counted. `played` is their number; names and origin are empty.
SequentialReport report_test(const SequentialTest& test);

/// The report of a sequential test's run, which ended before its end if `stopped`; `report.config.test` must be set.
SequentialReport report_test(const TournamentReport& report, const std::filesystem::path& folder, bool stopped);

}  // namespace tichu::arena
