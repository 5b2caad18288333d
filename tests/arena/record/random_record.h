#pragma once

#include <cstdint>

#include "arena/record/record.h"

namespace tichu::arena {

/// A record of a whole round that is played at random, with calls, wishes, bombs out of turn and gifts; the same for
/// the same numbers.
Record random_record(std::uint64_t seed, std::uint64_t index, const Rules& rules = {});

}  // namespace tichu::arena
