#pragma once

#include <vector>

#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Adds boards of a pairing: so many won, drawn and lost by `first`, with margins of +40, 0 and -40 points per round.
/// They take new board numbers.
inline void add_boards(std::vector<RatedBoard>& boards, int first, int second, int won, int drawn, int lost) {
  const auto add = [&](BoardVerdict verdict, double margin, int count) {
    for (int i = 0; i < count; ++i) {
      RatedBoard board;
      board.board = BoardNumber(boards.size());
      board.entrants = {static_cast<EntrantId>(first), static_cast<EntrantId>(second)};
      board.result.verdict = verdict;
      board.result.margin = margin;
      board.result.score = margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5;
      board.result.tables = 2;
      boards.push_back(board);
    }
  };
  add(BoardVerdict::Win, 40, won);
  add(BoardVerdict::Draw, 0, drawn);
  add(BoardVerdict::Loss, -40, lost);
}

}  // namespace tichu::arena
