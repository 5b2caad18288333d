#include "arena/text/required_path.h"

#include <system_error>

namespace tichu::arena {

namespace fs = std::filesystem;

tl::expected<void, std::string> require_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return tl::unexpected("there is no file \"" + path.string() + "\"");
  if (fs::is_directory(status)) return tl::unexpected("\"" + path.string() + "\" is a folder; a file is wanted");
  return {};
}

tl::expected<void, std::string> require_input(const fs::path& path) {
  if (path == "-") return {};
  return require_file(path);
}

tl::expected<void, std::string> require_folder(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return tl::unexpected("there is no folder \"" + path.string() + "\"");
  if (!fs::is_directory(status)) return tl::unexpected("\"" + path.string() + "\" is a file; a folder is wanted");
  return {};
}

}  // namespace tichu::arena
