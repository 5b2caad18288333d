#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "arena/text/input_error.h"

namespace tichu::arena {

/// The largest archive of opened files: what who fetches it keeps in memory.
inline constexpr std::uint64_t MostOpenedBytes = std::uint64_t{64} << 20;

/// What of a folder goes into an archive, by paths in the folder, each list in order.
struct PackingList {
  std::vector<std::filesystem::path> files;
  /// Files, and folders with all that is in them, whose names begin with a dot, or that are made by building: build,
  /// target, __pycache__, node_modules.
  std::vector<std::filesystem::path> left_out;
};

/// Looks through a folder. The error names a link or another thing that no archive should hold.
OrInputError<PackingList> files_to_pack(const std::filesystem::path& folder);

/// Writes these files of a folder to a new file, for this user alone, as a tar.gz, without times and owners, so that
/// the same files are the same bytes. `top` is the folder in which they lie in the archive; empty: none. Throws
/// std::runtime_error if a file cannot be read or the archive cannot be written.
void pack_files(const std::filesystem::path& archive, const std::filesystem::path& folder,
                const std::vector<std::filesystem::path>& files, const std::filesystem::path& top);

}  // namespace tichu::arena
