#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tichu::arena {

/// Why `path` is no file that can be read: nothing is there, or a folder is. Nothing where one is there; pipes and
/// devices count as files.
std::optional<std::string> missing_file(const std::filesystem::path& path);

/// Why `path` is no folder: nothing is there, or a file is. Nothing where it is one.
std::optional<std::string> missing_folder(const std::filesystem::path& path);

}  // namespace tichu::arena
