#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/store/event_store.h"

namespace tichu::arena {

/// One finished board with the steps of all its rounds (arena/page/PAGE.md), a JSON object; nothing where the job is
/// not finished. Throws std::runtime_error, which names the job, where it is damaged.
std::optional<std::string> board_json(const EventStore& store, std::uint64_t job);

}  // namespace tichu::arena
