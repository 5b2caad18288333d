#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "arena/ids.h"
#include "arena/statistics/rating/board_result.h"

namespace tichu::arena {

/// One played board between two entrants. `result` is seen from `entrants[0]`.
struct RatedBoard {
  BoardNumber board;  ///< boards with the same number, in other pairings, have the same cards
  std::array<EntrantId, 2> entrants{};
  BoardResult result;
};

/// A board between two entrants as one number, seen from `entrants[0]`: its score (0 lost, 1 won, or between) or its
/// margin in points per round.
struct BoardValue {
  BoardNumber board;  ///< boards with the same number, in other pairings, have the same cards
  std::array<EntrantId, 2> entrants{};
  double value = 0;

  /// The entrants as indices.
  std::array<std::size_t, 2> sides() const {
    return {static_cast<std::size_t>(entrants[0]), static_cast<std::size_t>(entrants[1])};
  }
};

/// The boards' scores, 0 to 1 (BoardResult::score).
std::vector<BoardValue> scores_of(std::span<const RatedBoard> boards);

/// The boards' margins in points per round.
std::vector<BoardValue> margins_of(std::span<const RatedBoard> boards);

}  // namespace tichu::arena
