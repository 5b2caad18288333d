#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "arena/ladder/file_store.h"
#include "arena/ladder/version_book.h"

namespace tichu::arena {

/// What folders are called in what authors read: where the operator keeps them is nobody else's business.
class ToldPaths {
 public:
  /// `folder`, and so what lies in it, is told as `name`. An empty path and the root are left as they are.
  void call(const std::filesystem::path& folder, std::string name);
  /// The text with each of these folders told by its name, of folders in each other the innermost.
  std::string in(std::string text) const;

 private:
  std::vector<std::pair<std::string, std::string>> names_;  ///< the longest path first
};

/// Where a version is built in its box.
inline constexpr const char* BuildFolder = "/tmp/bot";

/// For what is written of a version: its own folders have the bot's name, as at home; those of the ladder and of the
/// arena are "ladder" and "tichu".
ToldPaths told_paths(const FileStore& store, const VersionRow& version);

}  // namespace tichu::arena
