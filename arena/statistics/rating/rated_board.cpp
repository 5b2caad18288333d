#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

std::vector<BoardValue> scores_of(std::span<const RatedBoard> boards) {
  std::vector<BoardValue> values;
  values.reserve(boards.size());
  for (const RatedBoard& board : boards) {
    values.push_back({board.board, board.entrants, board.result.score});
  }
  return values;
}

std::vector<BoardValue> margins_of(std::span<const RatedBoard> boards) {
  std::vector<BoardValue> values;
  values.reserve(boards.size());
  for (const RatedBoard& board : boards) values.push_back({board.board, board.entrants, board.result.margin});
  return values;
}

}  // namespace tichu::arena
