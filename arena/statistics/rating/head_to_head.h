#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// What a board's value is, seen from its first entrant.
enum class ResultKind : std::uint8_t {
  Score,   ///< 0 to 1: 1 won, 0.5 drawn, 0 lost
  Points,  ///< points per round that the first scored more than the second
};

/// All boards of two entrants; `first` is below `second`.
struct HeadToHead {
  std::size_t first = 0;
  std::size_t second = 0;
  double boards = 0;   ///< their number, or the sum of their weights
  double sum = 0;      ///< of their values, seen from the first
  double squares = 0;  ///< of these values about their mean, summed

  double mean() const { return sum / boards; }
};

/// One head-to-head per pair that met, ordered by `first`, then `second`. Each board counts with its weight; without
/// weights each counts 1. Boards of an entrant against itself are left out.
std::vector<HeadToHead> head_to_heads_of(ResultKind kind, std::span<const BoardValue> boards,
                                         std::span<const double> weights = {});

}  // namespace tichu::arena
