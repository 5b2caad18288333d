#pragma once

#include <filesystem>
#include <memory>

#include "arena/text/owned_file.h"
#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Publishes who plays a tournament in place of this process: every second it rewrites `workers.json` in the
/// tournament's folder (arena/tournament/store/SCHEMA.md), if there is any news. The file is removed with this object.
/// If it cannot be written, the tournament continues, and writing is tried again.
class WorkersFile : public TournamentObserver {
 public:
  /// `folder` is the tournament's.
  explicit WorkersFile(const std::filesystem::path& folder);

  void progressed(const Progress& progress) override;

 private:
  OwnedFile file_;
  std::shared_ptr<const SeenWorkers> written_;
};

}  // namespace tichu::arena
