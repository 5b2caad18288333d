#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// Boards that take more in the store (Tournament::board_bytes) are not shown: a second of work or more for what
/// is hundreds of times an ordinary board, which only a bot's remarks can make of it.
constexpr std::uint64_t MostShownBytes = 8'000'000;

/// One finished board with the steps of all its rounds (arena/presentation/page/PAGE.md), a JSON object; nothing where
/// the job is not finished. Throws std::runtime_error, which names the job, where it is damaged.
std::optional<std::string> board_json(const Tournament& tournament, JobNumber job);

}  // namespace tichu::arena
