#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/points_estimate.h"
#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Control variates: numbers that are known for every board and whose mean over boards is 0 whatever the bots do, such
/// as how many more aces the side of `entrants[0]` holds.
struct BoardControls {
  std::size_t count = 0;       ///< per board
  std::vector<double> values;  ///< `count` for each board, in the order of boards
};

/// The boards' values, control-variate adjusted: value - b · controls, with the coefficients b of each pairing fitted
/// by least squares on other boards than the adjusted one (RATINGS.md, "Luck beyond duplication"). The mean keeps its
/// expectation. `controls` has `count` values for each board.
///
/// What it does not tell: only the luck that the controls know about is taken out.
std::vector<BoardValue> control_variate_adjusted(std::span<const BoardValue> boards, const BoardControls& controls);

/// What control variates gained in one pairing, seen from `entrants[0]`, which entered first.
struct ControlGain {
  std::array<EntrantId, 2> entrants{};
  PointsEstimate plain;
  PointsEstimate adjusted;
  /// The variance of the plain mean over that of the adjusted one: how many times as many boards would tell as much
  /// without controls. Below 1 they lost. nullopt if either error is unknown or 0.
  std::optional<double> factor;
};

/// Compares plain with adjusted boards, pairing by pairing, in the order of entry. The spans have the same boards in
/// the same order. Defined for every input.
///
/// What it does not tell: the gain for other pairings.
std::vector<ControlGain> compare_adjusted(std::span<const BoardValue> boards, std::span<const BoardValue> adjusted);

}  // namespace tichu::arena
