#include "arena/statistics/rating/duplication.h"

#include <array>
#include <cmath>
#include <map>

namespace tichu::arena {
namespace {

/// The boards of one pairing. Their mean and the sum of squares about it grow board by board (Welford 1962), which
/// keeps its digits if the mean is far from 0.
struct PairingSums {
  std::uint64_t boards = 0;
  double mean = 0;
  double squares = 0;  ///< of the boards' margins about their mean
  double spread = 0;   ///< sum of the boards' table spreads

  void add(double margin, double table_spread) {
    boards += 1;
    const double distance = margin - mean;
    mean += distance / static_cast<double>(boards);
    squares += distance * (margin - mean);
    spread += table_spread;
  }
};

bool at_fault(const BoardResult& result) { return result.faults[0] + result.faults[1] > 0; }

}  // namespace

DuplicationGain measure_duplication(std::span<const RatedBoard> boards) {
  std::map<std::array<EntrantId, 2>, PairingSums> pairings;
  int tables = 0;
  for (const RatedBoard& board : boards) {
    if (at_fault(board.result)) continue;
    pairings[board.entrants].add(board.result.margin, board.result.table_spread);
    tables = board.result.tables;
  }
  DuplicationGain gain;
  double squares = 0;
  double spread = 0;
  std::uint64_t freedom = 0;
  for (const auto& [pairing, sums] : pairings) {
    if (sums.boards < 2) continue;
    gain.boards += sums.boards;
    freedom += sums.boards - 1;
    squares += sums.squares;
    spread += sums.spread;
  }
  if (freedom == 0) return gain;
  gain.board_variance = squares / static_cast<double>(freedom);
  gain.table_variance = gain.board_variance + spread / static_cast<double>(gain.boards);
  const double factor = gain.table_variance / tables / gain.board_variance;
  if (tables > 1 && gain.board_variance > 0 && std::isfinite(factor)) gain.factor = factor;
  return gain;
}

}  // namespace tichu::arena
