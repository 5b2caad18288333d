#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "arena/service/ladder/step_result.h"

namespace tichu::arena {

/// What a tree of files may hold.
struct TreeLimits {
  std::uint64_t files = 4096;  ///< folders count too
  std::uint64_t bytes = std::uint64_t{256} << 20;
};

/// A file or folder of a tree, as it is passed from a box to the ladder.
struct TreeEntry {
  std::string path;  ///< relative, of names that `check_tree_path` takes, joined by '/'
  bool is_folder = false;
  bool executable = false;
  std::uint64_t bytes = 0;  ///< of a file
};

/// Whether files may have this path: relative, at most 32 names of at most 255 bytes, UTF-8 without control characters
/// and backslashes, none of them ".." or ".". The refusal is `name_bad`.
OrStepRefusal<void> check_tree_path(std::string_view path);

/// Writes a tree to a stream of bytes: what `TreeReader` reads. `put` gets the pieces in order.
class TreeWriter {
 public:
  explicit TreeWriter(std::function<void(std::string_view)> put) : put_(std::move(put)) {}
  /// Then exactly `entry.bytes` bytes of content follow.
  void begin(const TreeEntry& entry);
  void content(std::string_view bytes) { put_(bytes); }
  /// Says that the tree is whole.
  void end();
  /// Says instead why there is none.
  void refuse(const StepRefusal& refusal);

 private:
  std::function<void(std::string_view)> put_;
};

/// Reads such a stream, which a stranger may have written, and makes the files below a folder that exists and is empty.
/// Links are never made nor followed.
class TreeReader {
 public:
  TreeReader(std::filesystem::path folder, const TreeLimits& limits);
  ~TreeReader();
  TreeReader(const TreeReader&) = delete;
  TreeReader& operator=(const TreeReader&) = delete;
  /// The next bytes of the stream. After a refusal the rest is ignored. Throws std::system_error if the disk refuses.
  void take(std::string_view bytes);
  /// Whether the stream was whole. Its own refusal, or `tree_broken`, `tree_files`, `tree_bytes`, `name_bad`.
  OrStepRefusal<void> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The SHA-256, in hexadecimal, of all files of a folder, but for one of this path, with their paths and whether they
/// are executable. Equal trees have equal hashes whatever their times and owners are.
std::string tree_hash(const std::filesystem::path& folder, std::string_view except = {});

/// The bytes of all files in a folder; 0 if it is missing.
std::uint64_t tree_bytes(const std::filesystem::path& folder);

/// Makes the files and folders of a tree readable by all and writable by none but their owner.
void settle_modes(const std::filesystem::path& folder);

}  // namespace tichu::arena
