#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "arena/tournament/store/event_store.h"

namespace tichu::arena {

/// Hands out every board of an event of which nothing may be damaged.
inline void each_whole_board(const EventStore& store, const std::function<void(const StoredBoard& board)>& take) {
  store.each_board(
      [&](const StoredBoard& board) {
        take(board);
        return true;
      },
      [](const DamagedJob& damaged) { ADD_FAILURE() << to_text(damaged); });
}

}  // namespace tichu::arena
