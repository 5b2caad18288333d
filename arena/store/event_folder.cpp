#include "arena/store/event_folder.h"

#include <string>

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Whether the folder is there and empty after the call; false where something was there before.
bool take(const fs::path& folder) {
  if (fs::exists(folder)) return fs::is_directory(folder) && fs::is_empty(folder);
  // False where another program was faster.
  return fs::create_directory(folder);
}

}  // namespace

OrConfigError<fs::path> make_event_folder(EventConfig& config) {
  fs::create_directories(config.results);
  const std::string name = config.name;
  for (int number = 2;; ++number) {
    const fs::path folder = config.results / config.name;
    if (take(folder)) return folder;
    if (config.name_given) {
      return ConfigError{folder.string(), "",
                         "this folder holds something already; give the event another name (--name), or remove it"};
    }
    const std::string suffix = "-" + std::to_string(number);
    config.name = name.substr(0, MaxNameLength - suffix.size()) + suffix;
  }
}

}  // namespace tichu::arena
