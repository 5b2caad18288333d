#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tichu::arena {

/// Of `names` the one that was most likely meant by a misspelt `text`: with the fewest letters put in, left out,
/// changed or swapped with their neighbour, the first of several. nullopt if more than a third of the letters are
/// wrong.
std::optional<std::string> nearest_name(std::string_view text, const std::vector<std::string>& names);

}  // namespace tichu::arena
