#pragma once

#include <array>
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

/// A remote version's strength as that of the boxed bots: in points per round of two of it against the field.
struct RemoteStrength {
  double points = 0;
  double error95 = 0;        ///< half of the 95 % interval
  std::uint64_t boards = 0;  ///< that it comes from
};

/// The strength that fits these boards best if that of the boxed bots is as given and a side is as strong as the mean
/// of its two members: a board's margin is (r + partner) / 2 - opponent. Nullopt with less than two boards against bots
/// whose strength is known. The error holds the luck of the boards and the errors of the given strengths, taken as
/// independent; it does not hold how well the bot suits its partners.
std::optional<RemoteStrength> rate_remote(std::span<const RemotePairing> pairings, const FieldRating& field);

}  // namespace tichu::arena
