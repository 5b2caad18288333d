#pragma once

#include <filesystem>
#include <vector>

#include "arena/ids.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// What the store in this folder keeps of what a job's bots wrote, by bot, seating and seat. Throws std::runtime_error
/// if it cannot be read.
std::vector<SeatOutput> board_output(const std::filesystem::path& folder, JobNumber job);

/// Deletes what the store in this folder keeps of what a bot wrote to its standard error, at faults too; nothing if
/// there is no store. Throws std::runtime_error if it cannot be written.
void delete_output(const std::filesystem::path& folder, BotId bot);

}  // namespace tichu::arena
