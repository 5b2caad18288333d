#pragma once

#include <filesystem>
#include <optional>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// The right to play a tournament, held by one process at a time: an advisory lock (flock) on its folder, which leaves
/// no file behind and ends with the process, however that ends.
class TournamentLock {
 public:
  /// Nullopt if another arena keeps it for two seconds. Throws std::system_error if the folder cannot be opened
  /// or locked at all.
  static std::optional<TournamentLock> take(const std::filesystem::path& folder);
  /// Whether some process has it at this moment. Where the folder cannot be asked nobody has.
  static bool is_taken(const std::filesystem::path& folder);

 private:
  explicit TournamentLock(FileDescriptor folder) : folder_(std::move(folder)) {}
  FileDescriptor folder_;
};

}  // namespace tichu::arena
