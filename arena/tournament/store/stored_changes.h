#pragma once

#include <cstdint>
#include <optional>

#include "arena/tournament/schedule/open_schedule.h"

namespace tichu::arena {

/// A change of a ladder's field as it is stored.
struct StoredChange {
  std::uint64_t number = 0;  ///< from 0, in the order in which they were asked for
  FieldChange change;
  std::optional<JobNumber> job = std::nullopt;  ///< the first that was planned with it; nullopt: it has no effect yet
};

}  // namespace tichu::arena
