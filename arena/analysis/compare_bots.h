#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/analysis/analysis_summary.h"
#include "arena/analysis/plugin_analyst.h"
#include "arena/analysis/round_analysis.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// A position at which two bots decide differently.
struct BotDifference {
  Seat seat;
  DecisionCategory category = DecisionCategory::Lead;
  std::size_t after = 0;  ///< how many of the record's actions came before
  std::string first;      ///< what the first bot does, in words
  std::string second;
  double ahead = 0;  ///< points by which the first bot's is better, as far as the seat could know
  double error = 0;  ///< standard error
};

/// What two bots do in the positions of one recorded round.
struct ComparedRound {
  JobNumber job;
  BoardNumber board;
  SeatingNumber seating;
  RoundNumber round;
  std::array<std::uint64_t, WordsOf<DecisionCategory>.size()> asked{};  ///< positions, by DecisionCategory
  std::vector<BotDifference> differences;
};

/// Asks both bots what they would do at each decision of the judged seats, and what their differences are worth. Each
/// bot is told all that its seat saw, and sits down afresh for each seat; what was played stays played, whatever it
/// answers. Wishes are not compared. Bots must be trusted: they run without a sandbox. The error is that of
/// `walk_decisions`, or a sentence about a bot that failed.
tl::expected<ComparedRound, std::string> compare_round(const Record& record, const std::array<BotSpec, 2>& bots,
                                                       const AnalysisSettings& settings, const SeatChoice& is_judged,
                                                       PluginAnalyst& analyst);

/// Differences of one kind.
struct DifferenceFigures {
  std::uint64_t asked = 0;
  std::uint64_t different = 0;
  BoardMean per_difference;  ///< points by which the first bot is better where they differ
  BoardMean per_round;       ///< the same, summed over a round
};

struct ComparisonSummary {
  std::uint64_t rounds = 0;
  DifferenceFigures all;
  std::array<DifferenceFigures, WordsOf<DecisionCategory>.size()> categories{};
};

ComparisonSummary summarise(std::span<const ComparedRound> rounds);

}  // namespace tichu::arena
