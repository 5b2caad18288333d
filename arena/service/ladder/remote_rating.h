#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arena/ids.h"
#include "arena/statistics/rating/field_rating.h"

namespace tichu::arena {

/// The boards of a remote version beside one boxed bot against another, a table each.
struct RemotePairing {
  EntrantId partner{};
  EntrantId opponent{};  ///< both at that side
  std::uint64_t boards = 0;
  double margin = 0;   ///< the sum over the boards of points per round, seen from the remote version's side
  double squares = 0;  ///< the sum of their squares
};

/// What a remote version adds in its one seat, in points per round: 0 is what the mean bot of the field adds there.
struct RemoteStrength {
  double points = 0;
  double error95 = 0;        ///< half of the 95 % interval
  std::uint64_t boards = 0;  ///< that it comes from
};

/// The mean of its margins, each less what two of the partner would score by the given strengths, and more by half the
/// partner's own strength against the field: so it does not depend on whom it met. Nullopt with less than two boards
/// with bots whose strength is known. The error holds the luck of the boards and the errors of what is given, taken as
/// independent.
///
/// What it does not tell: how two of it would play, since what one seat adds depends on the partner.
std::optional<RemoteStrength> rate_remote(std::span<const RemotePairing> pairings, const FieldRating& field);

}  // namespace tichu::arena
