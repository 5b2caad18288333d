#include "arena/text/missing_path.h"

#include <system_error>

namespace tichu::arena {

namespace fs = std::filesystem;

std::optional<std::string> missing_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return "there is no file \"" + path.string() + "\"";
  if (fs::is_directory(status)) return "\"" + path.string() + "\" is a folder; a file is wanted";
  return std::nullopt;
}

std::optional<std::string> missing_folder(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return "there is no folder \"" + path.string() + "\"";
  if (!fs::is_directory(status)) return "\"" + path.string() + "\" is a file; a folder is wanted";
  return std::nullopt;
}

}  // namespace tichu::arena
