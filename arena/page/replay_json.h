#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// The round of a stored record (arena/record/RECORD.md) as the steps that a viewer shows (arena/page/PAGE.md),
/// replayed by the engine: a JSON object. Throws std::runtime_error where the record cannot be read or breaks the
/// rules.
std::string replay_json(std::string_view record);

}  // namespace tichu::arena
