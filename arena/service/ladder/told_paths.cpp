#include "arena/service/ladder/told_paths.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

#include "arena/installation.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Bytes of other characters are none: compilers put paths between ‘ and ’.
bool is_of_a_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         std::string_view("_-+~").find(letter) != std::string_view::npos;
}

/// Whether a name in a path goes on at `at`: "/srv/bots" is not in "/srv/bot".
bool name_goes_on(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  return is_of_a_name(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_of_a_name(text[at + 1]));
}

/// What may stand right before a path without being part of it.
constexpr std::array<std::string_view, 9> Flags = {"-I", "-L",       "-B",      "-F",        "-S",
                                                   "-o", "-isystem", "-iquote", "-idirafter"};
constexpr std::size_t LongestFlag = 10;

/// Whether a path begins at `at`, rather than goes on: behind anything that is in no path, a flag or "file://".
bool path_begins(std::string_view text, std::size_t at) {
  const auto is_of_a_path = [](char letter) {
    return is_of_a_name(letter) || std::string_view("./%})").find(letter) != std::string_view::npos;
  };
  std::size_t begin = at;
  while (begin > 0 && at - begin <= LongestFlag && is_of_a_path(text[begin - 1])) --begin;
  const std::string_view before = text.substr(begin, at - begin);
  if (before.empty() || std::find(Flags.begin(), Flags.end(), before) != Flags.end()) return true;
  return before == "//" && begin > 0 && text[begin - 1] == ':';
}

/// A folder of a store's tree, and what it is called; an empty folder is not told.
struct NamedTree {
  fs::path folder;
  std::string name;
};

/// `built`: what BuildFolder is called; empty if whoever writes was not built there.
ToldPaths told_paths(const fs::path& ladder, const std::vector<NamedTree>& trees, const std::string& built) {
  ToldPaths paths;
  for (const NamedTree& tree : trees) paths.call(tree.folder, tree.name);
  paths.call(ladder, "ladder");
  paths.call(arena_folder(), "tichu");
  if (!built.empty()) paths.call(BuildFolder, built);
  return paths;
}

}  // namespace

void ToldPaths::call(const fs::path& folder, std::string name) {
  if (folder.relative_path().empty()) return;
  const std::string path = (folder.has_filename() ? folder : folder.parent_path()).string();
  const auto place =
      std::find_if(names_.begin(), names_.end(), [&](const auto& known) { return known.first.size() < path.size(); });
  names_.emplace(place, path, std::move(name));
}

std::string ToldPaths::in(std::string_view text) const {
  std::string told;
  std::size_t done = 0;
  for (std::size_t at = text.find('/'); at != std::string_view::npos; at = text.find('/', at)) {
    const auto found = std::find_if(names_.begin(), names_.end(), [&](const auto& named) {
      return text.substr(at).starts_with(named.first) && !name_goes_on(text, at + named.first.size());
    });
    if (found == names_.end() || !path_begins(text, at)) {
      ++at;
      continue;
    }
    told += text.substr(done, at - done);
    told += found->second;
    at += found->first.size();
    done = at;
  }
  told += text.substr(done);
  return told;
}

ToldPaths told_paths(const FileStore& store, const VersionRow& version) {
  std::vector<NamedTree> trees;
  for (const std::string& tree : {version.source, version.tree}) {
    if (!tree.empty()) trees.push_back({store.tree(tree), version.shown.bot});
  }
  const auto language = from_text<SubmissionLanguage>(version.shown.language);
  return told_paths(store.folder(), trees, language && is_compiled(*language) ? version.shown.bot : "");
}

std::vector<ToldPaths> told_paths(const fs::path& ladder, const std::vector<BotSpec>& bots) {
  std::vector<NamedTree> trees;
  trees.reserve(bots.size());
  for (const BotSpec& bot : bots) {
    trees.push_back({FileStore::tree_around(ladder, bot.path), bot.name.substr(0, bot.name.find('@'))});
  }
  std::vector<ToldPaths> paths_of;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    // What was built is run from where builds leave it.
    const bool is_built = bots[i].path.string().starts_with((trees[i].folder / "build/bots/").string());
    paths_of.push_back(told_paths(ladder, trees, is_built ? trees[i].name : ""));
  }
  return paths_of;
}

void call_toolchain(ToldPaths& paths, const Toolchain& toolchain) {
  const auto name = [&](const fs::path& folder, const std::string& told) {
    if (folder != "/usr" && !folder.string().starts_with("/usr/")) paths.call(folder, told);
  };
  for (const fs::path& folder : toolchain.visible) {
    name(folder, ("tichu" / folder.filename()).string());
    name(folder.parent_path(), "tichu");  // headers are found from above
  }
  name(toolchain.cmake_package, "tichu/cmake");
}

}  // namespace tichu::arena
