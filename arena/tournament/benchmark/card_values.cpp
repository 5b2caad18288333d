#include "arena/tournament/benchmark/card_values.h"

#include <vector>

#include "arena/statistics/rating/points_estimate.h"

namespace tichu::arena {
namespace {

CardValue value_of(const std::vector<BoardMargin>& margins) {
  const PointsEstimate estimate = estimate_points(margins);
  return {estimate.mean, estimate.error95()};
}

}  // namespace

CardValues values_of(const MeasuredBoards& measured, const std::function<bool(const MeasuredBoard&)>& counts) {
  std::vector<BoardMargin> with_faults;
  std::vector<BoardMargin> without_faults;
  for (const MeasuredBoard& board : measured.boards) {
    if (!counts(board)) continue;
    with_faults.push_back({board.board, board.with_faults});
    without_faults.push_back({board.board, board.without_faults});
  }
  return {value_of(with_faults), value_of(without_faults)};
}

CardValues values_against(const MeasuredBoards& measured, std::size_t opponent) {
  return values_of(
      measured, [opponent](const MeasuredBoard& board) { return board.opponent == static_cast<EntrantId>(opponent); });
}

}  // namespace tichu::arena
