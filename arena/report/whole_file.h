#pragma once

#include <filesystem>
#include <string>

namespace tichu::arena {

/// Writes a file whole or not at all: beside it first (`.part`), so that neither a full disk nor a reader meets half of
/// it. Throws std::runtime_error with the path where that fails; what was there stays.
void write_whole_file(const std::filesystem::path& path, const std::string& text);

}  // namespace tichu::arena
