#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tichu::arena::tests {

/// What an entry of a made archive is.
enum class EntryKind { File, Folder, SymbolicLink, HardLink, Pipe, Device };

/// An entry of an archive that is made for a test.
struct MadeEntry {
  std::string path;
  std::string content = {};  ///< of a link, whereto
  EntryKind kind = EntryKind::File;
  bool executable = false;
  std::uint64_t hole = 0;  ///< of a file: bytes that are not there before its content
};

/// How it is written.
enum class ArchiveForm { Tar, TarGz, TarZst, TarXz, TarGzGz, Zip, SevenZip };

/// Writes an archive with whatever it is told, right or wrong.
void make_archive(const std::filesystem::path& file, ArchiveForm form, const std::vector<MadeEntry>& entries);

/// The files of a folder as an archive.
void pack_folder(const std::filesystem::path& file, ArchiveForm form, const std::filesystem::path& folder);

}  // namespace tichu::arena::tests
