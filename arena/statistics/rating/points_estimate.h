#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tichu::arena {

/// Points a round that one side scores more than the other, estimated from board margins.
struct PointsEstimate {
  std::uint64_t boards = 0;
  double mean = 0;  ///< 0 without boards
  /// Of the mean, with board numbers as units; nothing with fewer than two of them, and nothing where all came out
  /// alike: what never varied does not tell how far it can.
  std::optional<double> standard_error;

  /// Half the width of the 95 % interval, where there is a standard error.
  std::optional<double> error95() const;
};

/// A margin and the number of the board it comes from.
struct BoardMargin {
  std::uint64_t board = 0;
  double margin = 0;  ///< points a round
};

/// The mean of all margins. Margins of the same board number have the cards in common, so they count as one unit for
/// the error (ratio estimate by clusters). Defined for every input; the order matters only for rounding.
///
/// What it does not tell: whether the bot is strong against others than its opponents here; under about 30 boards the
/// interval is too narrow, being a normal one.
PointsEstimate estimate_points(std::span<const BoardMargin> margins);

}  // namespace tichu::arena
