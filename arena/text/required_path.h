#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>

namespace tichu::arena {

/// Whether `path` is a file, a pipe or a device. The error is a sentence: it does not exist, or is a folder.
tl::expected<void, std::string> require_file(const std::filesystem::path& path);

/// Whether `path` is a file, or "-" for standard input. The error is that of `require_file`.
tl::expected<void, std::string> require_input(const std::filesystem::path& path);

/// Whether `path` is a folder. The error is a sentence: it does not exist, or is a file.
tl::expected<void, std::string> require_folder(const std::filesystem::path& path);

}  // namespace tichu::arena
