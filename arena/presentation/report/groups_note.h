#pragma once

#include <functional>
#include <string>

#include "arena/statistics/rating/entrant_groups.h"

namespace tichu::arena {

/// Says that the entrants fall into groups that cannot be compared, and lists them, one per line; long lists end with
/// how many more there are. Empty if there is only one group. Groups are numbered from 1, in the order of
/// `EntrantGroups`.
std::string groups_note(const EntrantGroups& groups, const std::function<const std::string&(std::size_t)>& name_of);

}  // namespace tichu::arena
