#pragma once

#include <filesystem>
#include <string>

#include "arena/tournament/play/playing_place.h"

namespace tichu::arena {

/// Workers that play in place of this process, as a tournament sees them: what they are reached by is their own affair
/// (arena/tournament/workers).
class RemotePlay {
 public:
  RemotePlay() = default;
  virtual ~RemotePlay() = default;
  RemotePlay(const RemotePlay&) = delete;
  RemotePlay& operator=(const RemotePlay&) = delete;

  /// Where the tournament in `folder` is played; `program` is the leader's name, version and revision.
  virtual PlaceMaker place(const std::filesystem::path& folder, const std::string& program) const = 0;
};

}  // namespace tichu::arena
