#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/text/input_error.h"

namespace tichu::arena {

/// A folder as an archive, in a file that goes with this object.
class PackedFolder {
 public:
  /// Packs the regular files of a folder as a tar.gz, by name, without times and owners, so that the same files are the
  /// same bytes, but for what PackingList leaves out. The error names a link or another thing that no archive should
  /// hold, or says that there is no bot.toml.
  static OrInputError<PackedFolder> pack(const std::filesystem::path& folder);
  PackedFolder(PackedFolder&& other) noexcept;
  PackedFolder& operator=(PackedFolder&&) = delete;
  ~PackedFolder();

  const std::filesystem::path& file() const { return file_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t files() const { return files_; }
  /// What lies in the folder and is not in the archive: see PackingList.
  const std::vector<std::filesystem::path>& left_out() const { return left_out_; }
  /// The bot's name, by bot.toml.
  const std::string& bot() const { return bot_; }

 private:
  PackedFolder() = default;

  std::filesystem::path file_;
  std::uint64_t bytes_ = 0;
  std::uint64_t files_ = 0;
  std::vector<std::filesystem::path> left_out_;
  std::string bot_;
};

}  // namespace tichu::arena
