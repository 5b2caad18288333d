#pragma once

#include <filesystem>

namespace tichu::arena {

/// The folder of the bots that came with the arena.
std::filesystem::path bundled_bots_folder();

}  // namespace tichu::arena
