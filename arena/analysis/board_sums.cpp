#include "arena/analysis/board_sums.h"

#include <cmath>

namespace tichu::arena {

void BoardSums::add(BoardNumber board, double value, double units) {
  auto& [sum, count] = boards_[board];
  sum += value;
  count += units;
}

BoardMean BoardSums::mean() const {
  double sum = 0;
  double count = 0;
  double boards = 0;
  for (const auto& [board, each] : boards_) {
    sum += each.first;
    count += each.second;
    boards += each.second > 0 ? 1 : 0;
  }
  if (count <= 0) return {};
  const double mean = sum / count;
  if (boards < 2) return {mean, std::nullopt};
  double squares = 0;
  for (const auto& [board, each] : boards_) {
    const double off = each.first - mean * each.second;
    squares += off * off;
  }
  return {mean, std::sqrt(squares * boards / (boards - 1)) / count};
}

}  // namespace tichu::arena
