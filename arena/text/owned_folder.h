#pragma once

#include <filesystem>
#include <string_view>

namespace tichu::arena {

/// A folder that is removed, with all that is in it, when this object ends.
class OwnedFolder {
 public:
  /// A new folder among the machine's temporary ones, for this user alone; its name begins with `name`. Throws
  /// std::system_error if none can be made.
  static OwnedFolder temporary(std::string_view name);
  /// This folder, which is made, with those above it, if it is missing; everybody may look into it. Throws
  /// std::filesystem::filesystem_error if it cannot be made, and leaves it missing then, or as it was.
  static OwnedFolder at(const std::filesystem::path& path);
  ~OwnedFolder();
  OwnedFolder(const OwnedFolder&) = delete;
  OwnedFolder& operator=(const OwnedFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit OwnedFolder(std::filesystem::path path);

  std::filesystem::path path_;
};

}  // namespace tichu::arena
