#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/text/words.h"

namespace tichu::arena {

/// What a leader has of a worker at present.
enum class WorkerState : std::uint8_t {
  Playing,     ///< it gets boards
  Draining,    ///< it was told to stop, and finishes what it has
  Refused,     ///< nothing is taken from it any more
  OtherBuild,  ///< it has to be upgraded before it may play
  Silent,      ///< nothing was heard of it for some time
};

constexpr std::array<std::string_view, 5> words_of(WorkerState) {
  return {"playing", "draining", "refused", "other_build", "silent"};
}

/// A worker as its leader knows it.
struct SeenWorker {
  std::string name;
  std::string build;  ///< the program: name, version and revision; empty if it has not said so yet, like what follows
  std::string machine;
  std::string sandbox;
  std::uint32_t cores = 0;
  double speed = 0;           ///< random rounds per second on one core: the reference benchmark
  double load = 0;            ///< processes that want a core, per core
  std::size_t under_way = 0;  ///< units, for this leader and others
  std::uint64_t units = 0;    ///< played since its start, likewise
  double silent_s = 0;        ///< since it was heard last
  WorkerState state = WorkerState::Playing;
  std::string reason = {};  ///< why it does not play, one sentence; empty if it plays
};

/// Stored units that were played a second time.
struct Rechecks {
  std::uint64_t same = 0;       ///< units that another worker played as they are stored
  std::uint64_t different = 0;  ///< units that another worker played differently
  std::uint64_t by_leader = 0;  ///< units that the leader played, to decide or for want of another worker
};

/// All workers that a leader knows, by name.
struct SeenWorkers {
  bool broker_away = false;
  std::vector<SeenWorker> all;
  Rechecks rechecks = {};  ///< since the place where they play was made

  /// How many are in a state.
  std::size_t count(WorkerState state) const;
  /// Of those that play.
  std::size_t cores() const;
  /// All that they play together: reference rounds per second.
  double speed() const;
  /// Mean over those that play; 0 if none does.
  double load() const;
  /// "2 workers, 8 cores, 3.1M reference rounds/s, load 0.9, 1 of another build"; "the broker is away"; "no workers
  /// yet".
  std::string text() const;
};

}  // namespace tichu::arena
