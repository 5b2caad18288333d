#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>

namespace tichu::arena {

/// Writes a file whole or not at all: beside it first (`.part`), so that neither a full disk nor a reader meets half of
/// it. Throws std::runtime_error with path and reason if that fails; then the former file stays. The path "-" is
/// standard output.
void write_whole_file(const std::filesystem::path& path, const std::string& text);

/// Whether `write_whole_file` would succeed at this path; the error is its reason. For paths that are written to at the
/// end of long work. Leaves nothing behind.
tl::expected<void, std::string> require_writable(const std::filesystem::path& path);

}  // namespace tichu::arena
