#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tichu::arena {

/// Which entrants can be compared: the connected components of who met whom. Between two groups nothing is known but a
/// rating's prior, so no comparison between them means anything.
struct EntrantGroups {
  /// The largest group first; among equals, the one with the lowest entrant. Entrants rise inside a group. An entrant
  /// that met nobody is a group of its own.
  std::vector<std::vector<std::size_t>> members;
  std::vector<std::size_t> of;  ///< each entrant's group, an index into `members`

  bool has_together(std::size_t a, std::size_t b) const { return of[a] == of[b]; }
};

/// The groups of entrants 0..`entrants`-1.
EntrantGroups group_entrants(std::size_t entrants, std::span<const std::array<std::size_t, 2>> meetings);

}  // namespace tichu::arena
