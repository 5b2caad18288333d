#pragma once

#include <array>
#include <cstdint>

#include "arena/ids.h"
#include "arena/statistics/rating/board_result.h"

namespace tichu::arena {

/// One played board, as ratings see it. `result` is seen from `entrants[0]`.
struct RatedBoard {
  std::uint64_t board = 0;  ///< boards of the same number, in other pairings, have the same cards
  std::array<EntrantId, 2> entrants{};
  BoardResult result;
};

}  // namespace tichu::arena
