#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tichu::arena {

/// Which entrants can be compared: those of a group met each other, or others of the group that tie them together. Of
/// two groups nothing is known but what a rating's prior says, so no comparison between them means anything.
struct EntrantGroups {
  /// The largest group first, of equals the one with the lowest number; numbers rise inside a group. An entrant that
  /// met nobody is a group of its own.
  std::vector<std::vector<std::size_t>> members;
  std::vector<std::size_t> of;  ///< each entrant's group, its place in `members`

  bool has_together(std::size_t a, std::size_t b) const { return of[a] == of[b]; }
};

/// The groups of entrants 0..`entrants`-1 by who met whom.
EntrantGroups group_entrants(std::size_t entrants, std::span<const std::array<std::size_t, 2>> meetings);

}  // namespace tichu::arena
