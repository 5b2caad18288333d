#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// The rounds that are being played, as a page shows them (arena/presentation/page/PAGE.md), from the text of a
/// tournament's `tables.json`; a table that cannot be shown is left out. Throws std::runtime_error where the whole text
/// is none.
std::string tables_json(std::string_view text);

}  // namespace tichu::arena
