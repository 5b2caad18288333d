#pragma once

#include <filesystem>
#include <string>

namespace tichu::arena {

/// All bytes of a file. Throws std::system_error, which names the file, if it cannot be read.
std::string read_file_text(const std::filesystem::path& path);

}  // namespace tichu::arena
