#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/analysis/judgement.h"
#include "arena/analysis/plugin_analyst.h"
#include "arena/analysis/round_luck.h"
#include "arena/analysis/seen_decision.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// How an analysis is done.
struct AnalysisSettings {
  /// Playouts for each decision; 0 if `seconds` counts.
  std::int64_t simulations = 5000;
  /// Of one processor, for each round; only if `simulations` is 0.
  double seconds = 0;
  std::size_t alternatives = 10;  ///< compared at most, besides what was played, but for wishes
  LuckSettings luck;
  std::uint64_t seed = 1;
  friend bool operator==(const AnalysisSettings&, const AnalysisSettings&) = default;
};

/// Something else that might have been done, in words (engine/NOTATION.md).
struct OtherMove {
  std::string move;
  double ahead = 0;  ///< points ahead of what was played
  double error = 0;  ///< standard error
  friend bool operator==(const OtherMove&, const OtherMove&) = default;
};

/// What the analyst says of a decision.
struct DecisionVerdict {
  double value = 0;   ///< what the own team could expect in points, as far as the seat could know
  double loss = 0;    ///< points lost against `best`; 0 if nothing better was found
  double error = 0;   ///< standard error of the loss
  double better = 0;  ///< share of the worlds that tell the two apart in which `best` is better
  std::size_t worlds = 0;
  std::string best;               ///< empty if nothing better was found
  std::vector<OtherMove> others;  ///< the most promising first, at most three
  Mark mark = Mark::None;
  friend bool operator==(const DecisionVerdict&, const DecisionVerdict&) = default;
};

/// A decision that was not forced.
struct AnalysedDecision {
  Seat seat;
  DecisionCategory category = DecisionCategory::Lead;
  Phase phase = Phase::Deal;
  Situations situations;
  std::size_t after = 0;                   ///< how many of the record's actions came before
  std::string move;                        ///< what was done, in words
  double expected = 0;                     ///< team A's margin before it, by the true cards
  double skill = 0;                        ///< for the own team (DecisionLuck)
  double guess = 0;                        ///< for the own team
  std::optional<DecisionVerdict> verdict;  ///< only of the seats that were asked about
  friend bool operator==(const AnalysedDecision&, const AnalysedDecision&) = default;
};

/// A round with all its parts: margin = cards + skill + guess, exactly, seen from team A.
struct RoundAnalysis {
  JobNumber job;
  BoardNumber board;
  SeatingNumber seating;
  RoundNumber round;
  std::array<std::string, 4> bots;
  double margin = 0;
  double cards = 0;
  double skill = 0;
  double guess = 0;
  std::vector<AnalysedDecision> decisions;
  friend bool operator==(const RoundAnalysis&, const RoundAnalysis&) = default;
};

/// Which round of those that are analysed together.
struct RoundNumbers {
  JobNumber job;
  SeatingNumber seating;
  RoundNumber round;
};

/// Whether the decisions of a seat are judged.
using SeatChoice = std::function<bool(Seat seat)>;

/// Analyses one round. With `simulations` it is a pure function of record, settings and the analyst's code. The error
/// is a sentence: what keeps the record from being analysed. `decided` is called before each decision, if it is given.
/// Throws what the analyst throws, and what `decided` does.
tl::expected<RoundAnalysis, std::string> analyse_round(const Record& record, const AnalysisSettings& settings,
                                                       const SeatChoice& is_judged, PluginAnalyst& analyst,
                                                       const std::function<void()>& decided = {});

/// The seed of a decision's judgement, another for each. It is made of what the seat knows, so that whoever sees no
/// more than that finds the same.
std::uint64_t judgement_seed(std::uint64_t seed, const RoundNumbers& round, Seat seat, const SeenDecision& decision,
                             const Observation& seen);

/// Judges one decision: what was done against at most `alternatives` that the analyst proposes. Throws what the analyst
/// throws, and what `pause` does, which is called now and then if it is given.
Judgement judge_decision(const SeenDecision& decision, const Observation& seen, const JudgementBudget& budget,
                         std::size_t alternatives, std::uint64_t seed, PluginAnalyst& analyst,
                         const std::function<void()>& pause = {});
DecisionVerdict verdict_of(const SeenDecision& decision, const Judgement& judgement);

/// An answer in words.
std::string move_text(Question question, DecisionCategory category, const Answer& answer);

}  // namespace tichu::arena
