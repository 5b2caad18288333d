#include "arena/installation.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "arena/text/shell_word.h"

namespace tichu::arena {

namespace fs = std::filesystem;

fs::path arena_folder() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

fs::path bundled_bots_folder() { return arena_folder() / "bots"; }

fs::path libexec_program(std::string_view name) { return arena_folder() / "libexec" / name; }

fs::path arena_program() { return arena_folder() / "bin" / "tichu-arena"; }

std::vector<std::string> words_of_process() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::string program_as_called() {
  const std::vector<std::string> words = words_of_process();
  return words.empty() || words.front().empty() ? "tichu-arena" : shell_word(words.front());
}

bool is_executable(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> on_search_path(const std::string& name) {
  const char* search = std::getenv("PATH");
  std::istringstream folders(search == nullptr ? "" : search);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path path = fs::path(folder) / name;
    if (path.is_absolute() && is_executable(path)) return path;
  }
  return std::nullopt;
}

}  // namespace tichu::arena
