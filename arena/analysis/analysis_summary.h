#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/analysis/board_sums.h"
#include "arena/analysis/round_analysis.h"

namespace tichu::arena {

/// How many decisions a list of the worst has.
inline constexpr std::size_t WorstShown = 20;

/// What a group of decisions cost.
struct LossFigures {
  std::uint64_t decisions = 0;
  BoardMean per_decision;                                   ///< points lost a decision
  BoardMean per_round;                                      ///< points that a team lost by them in a round
  std::array<std::uint64_t, WordsOf<Mark>.size()> marks{};  ///< by Mark
};

/// The parts of a bot's margin a round, from its own side: score = cards + skill + guess.
struct MarginParts {
  BoardMean score;
  BoardMean cards;
  BoardMean skill;  ///< the own team's less the other's
  BoardMean guess;
  /// The score less what both kinds of luck explain of it, by coefficients that were fitted on other boards
  /// (control_variate_adjusted).
  BoardMean without_luck;
  /// The variance of the mean score over that of the mean without luck: how many times as many boards tell as much if
  /// nothing is known of luck. nullopt with fewer than two boards.
  std::optional<double> factor;
};

/// A decision of the list of the worst: where it is, and what it was.
struct WorstDecision {
  JobNumber job;
  SeatingNumber seating;
  RoundNumber round;
  AnalysedDecision decision;
};

/// Where one bot's points went.
struct BotSummary {
  std::string bot;
  std::uint64_t team_rounds = 0;  ///< rounds times the teams of it in which the bot sat
  LossFigures all;
  std::array<LossFigures, WordsOf<DecisionCategory>.size()> categories{};
  std::array<LossFigures, WordsOf<Phase>.size()> phases{};
  std::array<LossFigures, WordsOf<Situation>.size()> situations{};
  MarginParts parts;  ///< over rounds in which the bot sat in one team alone
  std::vector<WorstDecision> worst;
};

/// Sums up rounds, bot by bot, in the order of names; only bots of whom some decision was judged. Boards are told apart
/// by their numbers, so rounds of one board in several seatings or pairings count as one draw of chance.
std::vector<BotSummary> summarise(std::span<const RoundAnalysis> rounds, std::size_t worst);

}  // namespace tichu::arena
