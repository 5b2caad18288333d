#pragma once

#include <cstdint>
#include <string>

#include "arena/statistics/rating/elo_estimate.h"
#include "arena/statistics/rating/score_counts.h"
#include "arena/statistics/sequential/sequential_test.h"

namespace tichu::arena {

/// All that is said of a finished sequential test.
struct SequentialReport {
  std::string stronger;  ///< the bot under test; every number is from its side
  std::string other;
  SequentialPlan plan;
  SequentialState state;
  IntervalEstimate estimate;  ///< right after stopping
  ScoreCounts counts;         ///< of the boards that count
  std::uint64_t played = 0;   ///< boards, with those that were under way when the test was over and do not count
  std::uint64_t faults = 0;   ///< of both bots, on all boards that were played
  bool stopped = false;       ///< by a person, before its end
  std::optional<std::uint64_t> seed;  ///< not told of a tournament that may go on: whoever knows it knows all hands
  std::string rules;                  ///< preset
  std::string folder;                 ///< where its games are kept
};

/// The report of a test on the boards that it has taken, in their order; `played` is these.
SequentialReport report_test(const SequentialTest& test);

/// "accepted", "rejected", "undecided", or "faults" where any bot committed one.
std::string outcome_word(const SequentialReport& report);

/// A block of a few lines, to be pasted where people read it.
std::string sequential_text(const SequentialReport& report);
/// One JSON object, `tichu-test/1` (arena/statistics/sequential/README.md).
std::string sequential_json(const SequentialReport& report);
/// One JUnit suite with one case: it passes where the test was accepted, is skipped where it is undecided, and has an
/// error where a bot committed faults.
std::string sequential_junit(const SequentialReport& report);
/// A heading and a table in Markdown, for a CI server's page.
std::string sequential_markdown(const SequentialReport& report);

}  // namespace tichu::arena
