#pragma once

#include <filesystem>
#include <vector>

#include "arena/text/input_error.h"

namespace tichu::arena {

/// The regular files of a folder by their paths in it, in order. What begins with a dot and what is made by building
/// (build, target, __pycache__, node_modules) is left out. The error names a link or another thing that no archive
/// should hold.
OrInputError<std::vector<std::filesystem::path>> files_to_pack(const std::filesystem::path& folder);

/// Writes these files of a folder to an open file as a tar.gz, without times and owners, so that the same files are the
/// same bytes. `top` is the folder in which they lie in the archive; empty: none. The descriptor stays open. Throws
/// std::runtime_error if a file cannot be read or the archive cannot be written.
void pack_files(int descriptor, const std::filesystem::path& folder, const std::vector<std::filesystem::path>& files,
                const std::filesystem::path& top);

}  // namespace tichu::arena
