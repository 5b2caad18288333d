#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tichu::arena {

/// How many boards ended with each score, seen from one side, from the lowest score to the highest. A board of n tables
/// scores 0 to 1 in steps of 1/(2n), the mean of 0 for a lost table, 0.5 for a drawn and 1 for a won one. So boards of
/// two tables have the five cells of a pentanomial (both lost, …, both won), single tables the three of a trinomial
/// (lost, drawn, won).
struct ScoreCounts {
  std::vector<std::uint64_t> cells;  ///< an odd number of them, at least 3

  /// No boards yet, each with so many tables (at least 1).
  static ScoreCounts of_tables(std::size_t tables) { return {std::vector<std::uint64_t>(2 * tables + 1, 0)}; }

  /// Tables per board.
  std::size_t tables() const { return (cells.size() - 1) / 2; }
  /// The number of all boards.
  std::uint64_t boards() const;
  /// The mean score as counted, 0 to 1; a half without boards.
  double mean() const;
  /// Counts a board with that score, 0 to 1, in the nearest cell.
  void add(double score);
};

/// One possible score and its probability.
struct ScoreChance {
  double score = 0;
  double chance = 0;
};

/// Scores with their probabilities, which sum to 1, and how many boards they were estimated from.
struct ScoreDistribution {
  std::vector<ScoreChance> cells;
  double boards = 0;

  double mean() const;
  /// The variance of one board's score: divided by the number of boards, not by one less.
  double variance() const;
};

/// The observed distribution. As in fishtest, empty cells count as 0.001 boards. Without boards all scores are equally
/// likely.
ScoreDistribution observed_distribution(const ScoreCounts& counts);

}  // namespace tichu::arena
