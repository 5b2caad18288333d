#pragma once

#include <filesystem>
#include <string>

#include "arena/service/ladder/packed_files.h"

namespace tichu::arena {

/// A bot's folder as an archive.
struct PackedFolder {
  std::filesystem::path archive;
  PackingList list;  ///< what is in it, and what lies in the folder and is not
  std::string bot;   ///< its name, by bot.toml
};

/// Packs the regular files of a folder into a new file, a tar.gz without times and owners, so that the same files are
/// the same bytes. The error names a link or another thing that no archive should hold, or says what is wrong with
/// bot.toml.
OrInputError<PackedFolder> packed_folder(const std::filesystem::path& folder, const std::filesystem::path& archive);

}  // namespace tichu::arena
