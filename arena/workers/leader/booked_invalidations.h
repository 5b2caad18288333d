#pragma once

#include <filesystem>
#include <memory>

#include "arena/tournament/play/invalidation.h"

namespace tichu::arena {

/// The invalid boards by the book of units in the folder of a tournament; there are none if workers never played it.
/// If there is any, nothing of what was under way goes on: units of which boards are stored are closed, and invalid if
/// their worker is; the others are given out anew, for after an invalidation other boards may follow.
std::unique_ptr<InvalidationBook> booked_invalidations(const std::filesystem::path& folder);

}  // namespace tichu::arena
