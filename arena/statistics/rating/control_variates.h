#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/board_value.h"
#include "arena/statistics/rating/points_estimate.h"

namespace tichu::arena {

/// Numbers that are known of every board and whose mean over boards is 0 whatever the bots do, such as how many more
/// aces the side of `entrants[0]` holds: `count` of them for each board, those of the first board first.
struct BoardControls {
  std::size_t count = 0;
  std::vector<double> values;
};

/// The boards' values less what the controls explain of them: value - b · controls. Each pairing has its own b, by
/// least squares, drawn to 0 with the weight of ten boards. The b that a board is given is found from the pairing's
/// other boards alone, in ten parts by board number, so the mean keeps exactly what is expected of it (cross-fitting):
/// boards of the same number never judge each other. `controls` has values for each board.
///
/// What it does not tell: anything that better play or more boards would not; only chance that the controls know of is
/// taken out.
std::vector<BoardValue> without_luck(std::span<const BoardValue> boards, const BoardControls& controls);

/// What control variates gained in one pairing, seen from `entrants[0]`, which entered first.
struct ControlGain {
  std::array<EntrantId, 2> entrants{};
  PointsEstimate plain;
  PointsEstimate controlled;
  /// The variance of the plain mean over that of the controlled one: how many times as many boards would tell as much
  /// without controls. Below 1: they lost. Nothing where either error is unknown or 0.
  std::optional<double> factor;
};

/// Compares boards with and without luck, pairing by pairing, by the order of entry. The spans have the same boards in
/// the same order. Defined for every input.
std::vector<ControlGain> measure_control(std::span<const BoardValue> boards, std::span<const BoardValue> controlled);

}  // namespace tichu::arena
