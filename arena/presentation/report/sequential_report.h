#pragma once

#include <cstdint>
#include <string>

#include "arena/statistics/rating/elo_estimate.h"
#include "arena/statistics/rating/score_counts.h"
#include "arena/statistics/sequential/sequential_test.h"

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

/// "accepted", "rejected", "undecided", or "faults" if any bot committed one.
std::string outcome_word(const SequentialReport& report);

/// A few lines for people.
std::string sequential_text(const SequentialReport& report);
/// One JSON object, `tichu-test/1` (arena/statistics/sequential/README.md).
std::string sequential_json(const SequentialReport& report);
/// One JUnit suite with one case: it passes if the test was accepted, fails if it was rejected, is skipped if it is
/// undecided, and has an error if a bot committed faults.
std::string sequential_junit(const SequentialReport& report);
/// A heading and a table in Markdown, for the page of a CI server.
std::string sequential_markdown(const SequentialReport& report);

}  // namespace tichu::arena
