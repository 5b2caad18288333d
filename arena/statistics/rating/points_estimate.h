#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arena/ids.h"

namespace tichu::arena {

/// Points per round that one side scores more than the other, estimated from board margins.
struct PointsEstimate {
  std::uint64_t boards = 0;
  double mean = 0;  ///< 0 without boards
  /// Of the mean, clustered by board number. nullopt with fewer than two numbers, and if all came out alike: what never
  /// varied does not tell how far it can.
  std::optional<double> standard_error;

  /// Half the width of the 95 % interval; nullopt without a standard error.
  std::optional<double> error95() const;
};

/// A margin and the number of the board that it comes from.
struct BoardMargin {
  BoardNumber board;
  double margin = 0;  ///< points per round
};

/// The mean of all margins. Margins with the same board number share their cards, so they are one cluster for the error
/// (cluster-robust ratio estimate). Defined for every input; the order matters only for rounding.
///
/// What it does not tell: strength against others than the opponents here. Under about 30 boards the interval is too
/// narrow, because it is a normal one.
PointsEstimate estimate_points(std::span<const BoardMargin> margins);

}  // namespace tichu::arena
