#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// What came of the boards between two groups of entrants beside what their strengths let expect.
struct PairResidual {
  std::array<std::size_t, 2> groups{};  ///< the lower number first
  std::uint64_t boards = 0;
  double margin = 0;    ///< mean points per round of the first over the second
  double expected = 0;  ///< the same by their strengths
  /// How many standard deviations `margin` is away from what strengths let expect: anything from `expected` down to
  /// what is left of it where it comes near to what a round can bring, since strengths add up and margins do not. A
  /// pair's deviation is that of its boards' mean and that by which pairs of this table usually differ from their
  /// strengths, since styles suit one another more or less; of few pairs it is guessed.
  double surprise = 0;
};

/// All pairs of groups with at least `least_boards` boards (at least 2) between them, the most surprising first.
/// `strength` is in points per round; `group` says to which group an entrant belongs, itself if each is one, and boards
/// within a group are left out.
///
/// What it does not tell: why. Two bots that throw boards to each other surprise, and so do two whose styles do not
/// suit each other; and what is thrown evenly to everybody is in the strength and surprises nobody.
std::vector<PairResidual> pair_residuals(std::span<const BoardValue> margins,
                                         const std::function<double(std::size_t)>& strength,
                                         const std::function<std::size_t(std::size_t)>& group,
                                         std::uint64_t least_boards);

}  // namespace tichu::arena
