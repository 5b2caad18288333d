#include "arena/statistics/rating/rated_board.h"

#include <algorithm>
#include <iterator>

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

std::vector<BoardValue> boards_between_two(std::span<const BoardValue> boards) {
  std::vector<BoardValue> usable;
  usable.reserve(boards.size());
  std::copy_if(boards.begin(), boards.end(), std::back_inserter(usable),
               [](const BoardValue& board) { return board.entrants[0] != board.entrants[1]; });
  return usable;
}

}  // namespace tichu::arena
