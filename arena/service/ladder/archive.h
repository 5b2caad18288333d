#pragma once

#include <cstdint>
#include <filesystem>

#include "arena/service/ladder/file_tree.h"
#include "arena/service/ladder/step_result.h"

namespace tichu::arena {

/// What an archive may unpack to.
struct ArchiveLimits {
  TreeLimits tree;
  std::uint64_t ratio = 100;  ///< bytes unpacked to packed; not below a MiB unpacked
};

/// Reads an archive, which a stranger has made, and passes its files on as a tree: tar, plain or compressed by gzip or
/// Zstandard, and zip. What macOS adds of its own is left out. Refused as `archive_bad` (not such an archive, damaged,
/// cut off, encrypted, the same name twice), `archive_link`, `archive_special`, `archive_bomb` (sizes, numbers, ratio),
/// `archive_empty`, `name_bad`; then part of the tree may have been written. Meant for a process of its own.
OrStepRefusal<void> read_archive(const std::filesystem::path& archive, const ArchiveLimits& limits, TreeWriter& writer);

/// Passes a folder's files on as a tree; links and special files in it are left out.
OrStepRefusal<void> read_folder(const std::filesystem::path& folder, const TreeLimits& limits, TreeWriter& writer);

}  // namespace tichu::arena
