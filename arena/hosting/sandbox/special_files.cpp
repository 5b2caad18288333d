#include "arena/hosting/sandbox/special_files.h"

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <system_error>

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

const char* word_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::fifo:
      return "a named pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::character:
    case fs::file_type::block:
      return "a device";
    default:
      return nullptr;
  }
}

/// A file system in memory gives a file with holes its pages when they are read, which others can see.
bool keeps_holes_in_memory(const fs::path& folder) {
  struct statfs system {};
  return ::statfs(folder.c_str(), &system) == 0 && system.f_type == TMPFS_MAGIC;
}

bool has_holes(const fs::path& file) {
  constexpr off_t Block = 512;
  struct stat found {};
  return ::stat(file.c_str(), &found) == 0 && found.st_blocks * Block < found.st_size;
}

/// What is wrong with a file; nullopt if nothing is.
std::optional<std::string> trouble_with(const fs::directory_entry& entry, bool in_memory) {
  std::error_code error;
  const fs::file_type type = entry.symlink_status(error).type();
  const char* word = word_of(type);
  if (word == nullptr && in_memory && type == fs::file_type::regular && has_holes(entry.path())) {
    word = "a file with holes on a file system in memory";
  }
  if (word == nullptr) return std::nullopt;
  return entry.path().string() + " is " + word +
         ", through which bots could reach each other: remove it from the bot's folder";
}

std::optional<std::string> look_through(const fs::path& shown, const std::vector<fs::path>& hidden) {
  const bool in_memory = keeps_holes_in_memory(shown);
  std::error_code error;
  if (!fs::is_directory(shown, error)) return trouble_with(fs::directory_entry(shown, error), in_memory);
  fs::recursive_directory_iterator entries(shown, fs::directory_options::skip_permission_denied, error);
  while (!error && entries != fs::recursive_directory_iterator()) {
    if (std::find(hidden.begin(), hidden.end(), entries->path()) != hidden.end()) {
      entries.disable_recursion_pending();
    } else if (auto trouble = trouble_with(*entries, in_memory)) {
      return trouble;
    }
    entries.increment(error);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> SpecialFiles::found_in(const fs::path& shown, const std::vector<fs::path>& hidden) {
  const std::lock_guard lock(mutex_);
  const auto known = looked_at_.find(shown);
  if (known != looked_at_.end()) return known->second;
  return looked_at_[shown] = look_through(shown, hidden);
}

}  // namespace tichu::arena
