#pragma once

#include <functional>
#include <string>

#include "arena/statistics/rating/entrant_groups.h"

namespace tichu::arena {

/// That the entrants fall into groups that cannot be compared, and which these are, a line each; long lists end with
/// how many more there are. Empty where all are one group. Groups are numbered from 1, as `EntrantGroups` has them.
std::string groups_note(const EntrantGroups& groups, const std::function<const std::string&(std::size_t)>& name_of);

}  // namespace tichu::arena
