#pragma once

#include <filesystem>
#include <vector>

#include "arena/ids.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// What the store in this folder keeps of what a job's bots wrote, by bot, seating and seat. Throws std::runtime_error
/// if it cannot be read.
std::vector<SeatOutput> board_output(const std::filesystem::path& folder, JobNumber job);

}  // namespace tichu::arena
