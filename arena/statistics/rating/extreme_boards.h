#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Whether more boards of two entrants are extreme than of their boards with others: further from 0, and from the
/// median of their margins, than 2, 1 or 0.5 % of either's other boards are. Two that throw some boards to each
/// other are seen by it, though styles move means as much.
struct PairExtremes {
  std::size_t first = 0;   ///< the lower number
  std::size_t second = 0;  ///< the higher
  std::uint64_t boards = 0;
  std::uint64_t extreme = 0;  ///< at the most surprising of these shares; 0 if none surprises
  /// The signed root of the likelihood ratio against one share in these boards and in the others, of the one that has
  /// fewer: about a standard deviation. The largest of the three (Berk and Jones 1979).
  double surprise = 0;
};

/// Of all pairs with at least `least_boards` boards, if each of the two has LeastOtherBoards others; by numbers. A pure
/// function of the set of boards. Each margin counts for so many boards as its weight says; without weights for 1.
///
/// What it does not tell: why. A style that gambles against some opponent alone has extreme boards, too; and what is
/// thrown to everybody, or by less than lucky cards bring, is in no pair extreme.
std::vector<PairExtremes> extreme_boards(std::size_t entrants, std::span<const BoardValue> margins,
                                         std::uint64_t least_boards, std::span<const double> weights = {});

inline constexpr std::size_t LeastOtherBoards = 64;

}  // namespace tichu::arena
