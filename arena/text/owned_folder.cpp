#include "arena/text/owned_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

namespace tichu::arena {

namespace fs = std::filesystem;

OwnedFolder::OwnedFolder(fs::path path) : path_(std::move(path)) {}

OwnedFolder OwnedFolder::temporary(std::string_view name) {
  std::string path = (fs::temp_directory_path() / name).string() + "-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "the temporary folder " + path + " cannot be made");
  }
  return OwnedFolder(path);
}

OwnedFolder OwnedFolder::at(const fs::path& path) {
  constexpr fs::perms OwnersAndReaders{0755};
  const bool is_new = fs::create_directories(path);
  try {
    fs::permissions(path, OwnersAndReaders);
  } catch (...) {
    std::error_code ignored;
    if (is_new) fs::remove(path, ignored);
    throw;
  }
  return OwnedFolder(path);
}

OwnedFolder::~OwnedFolder() {
  try {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): without memory what is left is left
  }
}

}  // namespace tichu::arena
