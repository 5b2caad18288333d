#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/recipe.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

/// What folders are called in what authors read, so that it reads as at home. This hides nothing: a program can write
/// its folder in other letters, and what workers wrote has the folders of their machines.
class ToldPaths {
 public:
  /// `folder`, and so what lies in it, is told as `name`. An empty path and the root are left as they are.
  void call(const std::filesystem::path& folder, std::string name);
  /// The text with each of these folders told by its name, of folders in each other the innermost. Only where it begins
  /// a path, as in "/srv/bot/x", "-I/srv/bot" and "file:///srv/bot": "src/srv/bot" is another folder. In time linear in
  /// the text.
  std::string in(std::string_view text) const;

 private:
  std::vector<std::pair<std::string, std::string>> names_;  ///< the longest path first
};

/// For what is written of a version: its own folders have the bot's name, as at home, and so has BuildFolder if it is
/// in a language that is compiled; all else of the ladder's folder is "ladder", and of the arena's "tichu".
ToldPaths told_paths(const FileStore& store, const VersionRow& version);

/// Likewise for what versions write that play with each other, by their places in `bots`.
std::vector<ToldPaths> told_paths(const std::filesystem::path& ladder, const std::vector<BotSpec>& bots);

/// Tells what builds see of a toolchain as parts of "tichu", but what lies below /usr as it is.
void call_toolchain(ToldPaths& paths, const Toolchain& toolchain);

}  // namespace tichu::arena
