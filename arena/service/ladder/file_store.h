#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tichu::arena {

/// The files and trees of a ladder by the SHA-256 of what they hold: `store/ab/abcd…` for a file, `trees/abcd…` for a
/// folder of runnable files. What is there is whole and never changes. Several threads and processes may use it.
class FileStore {
 public:
  /// Makes the folders below the ladder's one if they are missing.
  explicit FileStore(std::filesystem::path ladder);

  /// The ladder's folder, as it was given.
  const std::filesystem::path& folder() const { return ladder_; }
  /// A path in the ladder's folder for `incoming/`, `work/` and the like, which nothing else has. Nothing is made.
  std::filesystem::path fresh_path(const char* folder) const;
  /// Takes over a file that is complete and closed; it is gone from where it was. Returns its hash, once it is on disk.
  std::string keep_file(const std::filesystem::path& file, const std::string& sha256) const;
  /// Keeps a text, compressed. Returns its hash, which is that of what is stored.
  std::string keep_text(std::string_view text) const;
  /// Throws std::runtime_error if it is missing or damaged.
  std::string text(const std::string& hash) const;
  bool has_file(const std::string& hash) const;
  std::filesystem::path file(const std::string& hash) const;
  void remove_file(const std::string& hash) const;

  /// Takes over a folder; it is gone from where it was. Returns its `tree_hash`.
  std::string keep_tree(const std::filesystem::path& folder) const;
  std::filesystem::path tree(const std::string& hash) const;
  bool has_tree(const std::string& hash) const;
  void remove_tree(const std::string& hash) const;

  /// Of all files and trees.
  std::uint64_t bytes() const;
  /// The free bytes of the disk.
  std::uint64_t free_bytes() const;
  /// Removes what a killed process left in `incoming/` and `work/`. Only while nobody else uses them.
  void clear_leftovers() const;

 private:
  std::filesystem::path ladder_;
};

}  // namespace tichu::arena
