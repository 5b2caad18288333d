#include "arena/hosting/sandbox/visible_paths.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path found = fs::canonical(path, error);
  return error ? path : found;
}

std::vector<fs::path> find_home_folders() {
  std::vector<fs::path> homes;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') homes.emplace_back(home);
  if (const passwd* user = ::getpwuid(::getuid()); user != nullptr) homes.emplace_back(user->pw_dir);
  for (fs::path& home : homes) home = resolved(home);
  return homes;
}

/// Whether others, or the user's other things, live in the folder.
bool is_shared(const fs::path& folder) {
  struct stat found {};
  if (::stat(folder.c_str(), &found) == 0 && (found.st_mode & S_ISVTX) != 0) return true;
  static const std::vector<fs::path> homes = find_home_folders();
  for (const fs::path& home : homes) {
    if (is_within(home, folder)) return true;
  }
  return folder == "/" || folder == "/home" || folder == "/etc" || folder == "/var" || folder == "/opt";
}

bool is_shown(const fs::path& path, const std::vector<fs::path>& shown) {
  return std::any_of(shown.begin(), shown.end(), [&](const fs::path& folder) { return is_within(path, folder); });
}

/// Shows a folder, or a file together with its folder, or alone.
void show_file(const fs::path& file, std::vector<fs::path>& shown) {
  static const std::vector<fs::path> of_the_kernel{"/proc", "/sys", "/dev"};
  if (is_shown(file, system_paths()) || is_shown(file, of_the_kernel)) return;
  std::error_code error;
  const bool is_folder = fs::is_directory(file, error);
  const fs::path folder = is_folder ? file : file.parent_path();
  const bool alone = is_shared(resolved(folder));
  if (alone && is_folder) return;
  const fs::path path = alone ? file : folder;
  if (!is_shown(path, shown)) shown.push_back(path);
}

/// Shows what a bot names. Where that is a link out of its folder, also what it leads to, but no more: whoever made the
/// link may have wished for more.
void show_named(const fs::path& file, std::vector<fs::path>& shown) {
  show_file(file, shown);
  const fs::path target = resolved(file);
  const bool leads_out = resolved(file.parent_path()) != target.parent_path();
  if (leads_out && !is_shown(target, system_paths()) && !is_shown(target, shown)) shown.push_back(target);
}

/// Shows a path if nothing hidden lies in it, and otherwise its parts.
void show_without(const fs::path& path, const std::vector<fs::path>& hidden, std::vector<fs::path>& shown) {
  if (std::find(hidden.begin(), hidden.end(), path) != hidden.end()) return;
  if (std::none_of(hidden.begin(), hidden.end(), [&](const fs::path& part) { return is_within(part, path); })) {
    shown.push_back(path);
    return;
  }
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    show_without(entry.path(), hidden, shown);
  }
}

}  // namespace

std::vector<fs::path> system_paths() {
  // Debian's OpenSSL, and with it node, does not begin if it is refused its configuration.
  constexpr std::array<std::string_view, 10> Candidates{"/usr",
                                                        "/bin",
                                                        "/sbin",
                                                        "/lib",
                                                        "/lib32",
                                                        "/lib64",
                                                        "/libx32",
                                                        "/etc/alternatives",
                                                        "/etc/ld.so.cache",
                                                        "/etc/ssl/openssl.cnf"};
  std::vector<fs::path> found;
  for (const std::string_view candidate : Candidates) {
    if (is_there(candidate)) found.emplace_back(candidate);
  }
  // Debian's Java keeps files there that its own folder links to.
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/etc", error)) {
    if (entry.path().filename().string().starts_with("java-")) found.push_back(entry.path());
  }
  return found;
}

VisiblePaths visible_paths(const fs::path& program, const std::vector<std::string>& arguments,
                           const std::vector<fs::path>& hidden) {
  std::vector<fs::path> named{program};
  for (const std::string& argument : arguments) {
    if (argument.starts_with('/') && is_there(argument)) named.push_back(fs::path(argument).lexically_normal());
  }
  VisiblePaths paths;
  for (const fs::path& file : named) show_named(file, paths.shown);
  const auto names = [&](const fs::path& path) {
    return std::any_of(named.begin(), named.end(),
                       [&](const fs::path& file) { return is_within(resolved(file), path); });
  };
  for (const fs::path& folder : paths.shown) {
    const fs::path shown = resolved(folder);
    for (const fs::path& path : hidden) {
      if (!is_within(path, shown) || !is_there(path) || names(path)) continue;
      paths.hidden.push_back(folder / path.lexically_relative(shown));
    }
  }
  return paths;
}

std::vector<fs::path> without_hidden(const VisiblePaths& paths) {
  std::vector<fs::path> shown;
  for (const fs::path& path : paths.shown) show_without(path, paths.hidden, shown);
  return shown;
}

}  // namespace tichu::arena
