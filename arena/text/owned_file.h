#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace tichu::arena {

/// A file that tells how something gets on as long as this object lives, and is rewritten at most once per second. It
/// is removed when the object ends, and when it begins: a process that was killed may have left one.
class OwnedFile {
 public:
  explicit OwnedFile(std::filesystem::path path);
  ~OwnedFile();
  OwnedFile(const OwnedFile&) = delete;
  OwnedFile& operator=(const OwnedFile&) = delete;

  /// True if at least a second has passed since it was true last, or since 0. `now` is of any clock that only goes on.
  bool is_due(std::chrono::nanoseconds now);
  /// Makes this its text, whole or not at all; without text there is no file. Does nothing if that is its text already.
  /// False if it cannot be written, as on a full disk; the next call tries it again.
  bool write(const std::string& text);

 private:
  void remove();

  std::filesystem::path path_;
  std::chrono::nanoseconds last_{0};
  std::optional<std::string> written_ = "";  ///< its text; nullopt if that is not known
};

}  // namespace tichu::arena
