#pragma once

#include <filesystem>
#include <string>

namespace tichu::arena {

/// All bytes of a file. Throws std::system_error, which names the file, where it cannot be read.
std::string read_file_text(const std::filesystem::path& path);

/// Makes a file of these bytes, in place of one that is there. Throws std::system_error, which names the file, where it
/// cannot be written; then part of it may be there.
void write_file_text(const std::filesystem::path& path, const std::string& text);

}  // namespace tichu::arena
