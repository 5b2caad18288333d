#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// Hands out every board of a tournament of which nothing may be damaged.
inline void each_whole_board(const TournamentStore& store, const std::function<void(const StoredBoard& board)>& take) {
  store.boards().each_board(
      [&](const StoredBoard& board) {
        take(board);
        return true;
      },
      [](const DamagedJob& damaged) { ADD_FAILURE() << to_text(damaged); });
}

}  // namespace tichu::arena
