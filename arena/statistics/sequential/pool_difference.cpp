#include "arena/statistics/sequential/pool_difference.h"

#include <cassert>

namespace tichu::arena {

BoardResult pool_difference(std::span<const PoolBoard> opponents) {
  assert(!opponents.empty());
  BoardResult mean;
  for (const PoolBoard& board : opponents) {
    mean.margin += board.difference() / static_cast<double>(opponents.size());
    mean.faults[0] += board.of_new.faults[0] + board.of_old.faults[0];
    mean.faults[1] += board.of_new.faults[1] + board.of_old.faults[1];
    mean.tables = board.of_new.tables;
  }
  if (mean.margin != 0) mean.verdict = mean.margin > 0 ? BoardVerdict::Win : BoardVerdict::Loss;
  return mean;
}

}  // namespace tichu::arena
