#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// A board between two entrants as one number, seen from `entrants[0]`: its score (0 lost, 1 won, or between) or its
/// margin in points a round.
struct BoardValue {
  std::uint64_t board = 0;  ///< boards of the same number, in other pairings, have the same cards
  std::array<EntrantId, 2> entrants{};
  double value = 0;

  /// The entrants as indices.
  std::array<std::size_t, 2> sides() const {
    return {static_cast<std::size_t>(entrants[0]), static_cast<std::size_t>(entrants[1])};
  }
};

/// The boards' scores: means over their tables of 1 for a table won, 0.5 for a drawn one, 0 for a lost one.
std::vector<BoardValue> scores_of(std::span<const RatedBoard> boards);

/// The boards' margins in points a round.
std::vector<BoardValue> margins_of(std::span<const RatedBoard> boards);

/// Those between two different entrants.
std::vector<BoardValue> boards_between_two(std::span<const BoardValue> boards);

}  // namespace tichu::arena
