#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// What playing the same cards at several tables gained, measured on a tournament's own boards.
struct DuplicationGain {
  std::uint64_t boards = 0;  ///< how many were counted
  /// Variances of margins (points per round) within pairings: of single tables, and of boards.
  double table_variance = 0;
  double board_variance = 0;
  /// How many times as many tables with fresh cards would give the same error: (table_variance / tables) over
  /// board_variance. At 1 duplication gained nothing, below 1 it lost. nullopt if it is unknown: fewer than two boards
  /// in every pairing, one table per board, or boards that never vary.
  std::optional<double> factor;
};

/// Compares the variance of tables with that of boards, each pairing about its own mean, so that differences in
/// strength do not count. Boards with a fault are left out, because their margin is a penalty. All boards should have
/// the same number of tables. Defined for every input.
///
/// What it does not tell: the gain for other bots. Duplication gains most if the bots play alike, and nothing if their
/// play is chance. For games, whose tables differ in length, it is an approximation.
DuplicationGain measure_duplication(std::span<const RatedBoard> boards);

}  // namespace tichu::arena
