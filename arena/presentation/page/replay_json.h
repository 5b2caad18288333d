#pragma once

#include <string>

#include "arena/record/record.h"

namespace tichu::arena {

/// The round of a record as the steps that a viewer shows (arena/presentation/page/PAGE.md),
/// replayed by the engine, as a JSON object. Throws std::runtime_error if the record breaks the
/// rules.
std::string replay_json(const Record& record);

}  // namespace tichu::arena
