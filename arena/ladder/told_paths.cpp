#include "arena/ladder/told_paths.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "arena/installation.h"

namespace tichu::arena {
namespace {

bool is_of_a_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '-';
}

/// Whether a name in a path goes on at `at`: "/srv/bots" is not in "/srv/bot".
bool name_goes_on(const std::string& text, std::size_t at) {
  if (at >= text.size()) return false;
  return is_of_a_name(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_of_a_name(text[at + 1]));
}

}  // namespace

void ToldPaths::call(const std::filesystem::path& folder, std::string name) {
  if (folder.relative_path().empty()) return;
  const std::string path = folder.string();
  const auto place =
      std::find_if(names_.begin(), names_.end(), [&](const auto& known) { return known.first.size() < path.size(); });
  names_.emplace(place, path, std::move(name));
}

std::string ToldPaths::in(std::string text) const {
  for (const auto& [path, name] : names_) {
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
      if (name_goes_on(text, at + path.size())) {
        at += path.size();
        continue;
      }
      text.replace(at, path.size(), name);
      at += name.size();
    }
  }
  return text;
}

ToldPaths told_paths(const FileStore& store, const VersionRow& version) {
  ToldPaths paths;
  for (const std::string& tree : {version.source, version.tree}) {
    if (!tree.empty()) paths.call(store.tree(tree), version.shown.bot);
  }
  paths.call(BuildFolder, version.shown.bot);
  paths.call(store.folder(), "ladder");
  paths.call(arena_folder(), "tichu");
  return paths;
}

}  // namespace tichu::arena
