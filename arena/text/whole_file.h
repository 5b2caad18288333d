#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tichu::arena {

/// Writes a file whole or not at all: beside it first (`.part`), so that neither a full disk nor a reader meets half of
/// it. Throws std::runtime_error with path and reason where that fails; what was there stays.
void write_whole_file(const std::filesystem::path& path, const std::string& text);

/// Why `write_whole_file` would fail at this path; nothing where it would not. For paths that are written to at the end
/// of long work. Leaves nothing behind.
std::optional<std::string> unwritable(const std::filesystem::path& path);

}  // namespace tichu::arena
