#include "arena/store/event_folder.h"

#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Whether nothing is in the folder but what an arena leaves that is killed before the event's database is there.
bool holds_no_event(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path name = entry.path().filename();
    const bool is_unfinished = name == UnfinishedStoreFiles[0] || name == UnfinishedStoreFiles[1];
    if (name != LogFileName && !is_unfinished) return false;
  }
  return true;
}

/// Whether the folder is there and without an event after the call; false where something was there before. With a
/// name that nobody gave another folder is as good as one with leavings.
bool take(const fs::path& folder, bool name_given) {
  if (fs::exists(folder)) {
    return fs::is_directory(folder) && (name_given ? holds_no_event(folder) : fs::is_empty(folder));
  }
  // False where another program was faster.
  return fs::create_directory(folder);
}

/// Where folders cannot be made, since a file is in the way: that file.
std::optional<fs::path> file_in_the_way(fs::path folder) {
  std::error_code ignored;
  for (folder = fs::absolute(folder); folder != folder.root_path(); folder = folder.parent_path()) {
    const fs::file_status status = fs::status(folder, ignored);
    if (fs::is_directory(status)) return std::nullopt;
    if (fs::exists(status)) return folder;
  }
  return std::nullopt;
}

}  // namespace

OrConfigError<fs::path> make_event_folder(EventConfig& config) {
  if (const auto file = file_in_the_way(config.results)) {
    return ConfigError{"--results", "\"" + config.results.string() + "\"",
                       "needs a folder, which is made where there is none, but \"" + file->string() + "\" is a file"};
  }
  std::error_code problem;
  fs::create_directories(config.results, problem);
  if (problem) throw std::runtime_error("cannot make the folder " + config.results.string() + ": " + problem.message());
  const std::string name = config.name;
  for (int number = 2;; ++number) {
    const fs::path folder = config.results / config.name;
    if (take(folder, config.name_given)) return folder;
    if (config.name_given) {
      return ConfigError{folder.string(), "",
                         "this folder holds something already; give the event another name (--name), or remove it"};
    }
    const std::string suffix = "-" + std::to_string(number);
    config.name = name.substr(0, MaxNameLength - suffix.size()) + suffix;
  }
}

}  // namespace tichu::arena
