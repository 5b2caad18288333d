#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// The rounds in play, as a page shows them (arena/presentation/page_data/PAGE.md), from the text of a tournament's
/// `tables.json`. A table that cannot be shown is left out. Throws std::runtime_error if the text is not a valid
/// `tables.json`.
std::string tables_json(std::string_view text);

}  // namespace tichu::arena
