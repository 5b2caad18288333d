#pragma once

#include <filesystem>

namespace tichu::arena {

/// The folder of the bots that came with the arena: `bots` beside the folder of the running program.
std::filesystem::path bundled_bots_folder();

}  // namespace tichu::arena
