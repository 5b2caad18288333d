#pragma once

#include <string>

#include "arena/tournament/play/seen_workers.h"

namespace tichu::arena {

inline constexpr const char* WorkersFormat = "tichu-workers/1";
/// Of more workers the others are counted.
inline constexpr std::size_t MostShownWorkers = 1000;

/// The workers of a leader as `tichu-workers/1` (arena/presentation/page_data/PAGE.md), a JSON object in one line. What
/// a worker says of its machine is left out, for readers may be anybody.
std::string workers_json(const SeenWorkers& workers);

}  // namespace tichu::arena
