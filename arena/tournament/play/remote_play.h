#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/tournament/play/playing_place.h"
#include "arena/tournament/play/tournament_report.h"

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
  /// What people should know of the workers by all stored boards, a sentence each.
  virtual std::vector<std::string> doubts(const std::filesystem::path& folder,
                                          const TournamentReport& report) const = 0;
};

}  // namespace tichu::arena
