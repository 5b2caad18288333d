#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arena/statistics/rating/board_result.h"

namespace tichu::arena {

/// One board against one opponent of a pool, played by each of the two bots that are compared; both results are seen
/// from their side.
struct PoolBoard {
  BoardResult of_new;
  BoardResult of_old;

  double difference() const { return of_new.margin - of_old.margin; }
};

/// What a sequential test over a pool observes on a board (README.md, "Against a pool"): the margin is the mean, over
/// the opponents, of what NEW scored more than OLD; faults are added up. `opponents` has the same board against each of
/// them, and is not empty. The score stays even: a difference of scores is no score.
BoardResult pool_difference(std::span<const PoolBoard> opponents);

/// How many jobs a board of a test is: one if NEW plays OLD, else one for each of the two against each opponent.
constexpr std::uint64_t jobs_per_tested_board(std::size_t opponents) { return opponents == 0 ? 1 : 2 * opponents; }

}  // namespace tichu::arena
