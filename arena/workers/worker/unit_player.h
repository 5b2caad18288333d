#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/sandbox/sandbox.h"
#include "arena/workers/units/messages.h"
#include "arena/workers/worker/artifact_cache.h"

namespace tichu::arena {

/// What a worker is, as its results say it, and what it may do.
struct WorkerIdentity {
  std::string name;
  std::string build;
  std::size_t cores = 1;           ///< that play at the same time
  bool allow_unsandboxed = false;  ///< bots that are not trusted may run without a box if this machine has none
};

/// Plays units on one thread, which makes, uses and destroys it: with bots of its own, which it keeps from unit to unit
/// of a tournament.
class UnitPlayer {
 public:
  /// `cache` must outlive it. `core`: CoreClaim's `first`.
  UnitPlayer(ArtifactCache& cache, WorkerIdentity identity, std::size_t core);
  ~UnitPlayer();
  UnitPlayer(const UnitPlayer&) = delete;
  UnitPlayer& operator=(const UnitPlayer&) = delete;

  /// Plays all boards of a unit. What the machine fails at is tried again, and then is the result's failure.
  units::UnitResult play(const units::Unit& unit);

 private:
  struct Field;

  Field& field_for(const units::Unit& unit);
  void play_jobs(const units::Unit& unit, units::UnitResult& result);

  ArtifactCache& cache_;
  const WorkerIdentity identity_;
  const std::size_t core_;
  std::unique_ptr<Field> field_;  ///< of the tournament that was played last
};

}  // namespace tichu::arena
