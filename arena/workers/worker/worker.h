#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "arena/workers/broker/broker.h"
#include "arena/workers/worker/unit_player.h"

namespace tichu::arena {

/// How a worker is run.
struct WorkerOptions {
  BrokerAddress broker;
  WorkerIdentity identity;
  std::filesystem::path cache;  ///< where the bots' files are kept
  std::uint64_t cache_bytes = std::uint64_t{2} << 30;
  std::filesystem::path bundled;  ///< the bots that came with this arena
  /// What it says of its speed; nullopt: as measured.
  std::optional<double> speed = std::nullopt;
  /// Called by a playing thread with what it has played, before that is given back: for simulations of slow workers,
  /// and of false ones.
  std::function<void(const units::Unit& unit, ArtifactCache& cache, units::UnitResult& result)> before_result = {};
};

/// How a worker's run ended.
enum class WorkerEnd : std::uint8_t {
  Stopped,  ///< it was told to, and has given back what it had
  Upgrade,  ///< a leader plays with another build, which this machine should have
  Refused,  ///< a leader takes nothing from it
};

/// What the worker does, from its start to its end: takes units from a broker, plays them on as many threads as it has
/// cores, and gives back their results, until `stop_requested` (asked often by this thread) or a leader says that it
/// shall stop: units under way are finished then. A broker that is away is waited for, however long. `say` gets
/// sentences for people, from one thread at a time. Throws BrokerTrouble if the broker cannot be reached at the start.
WorkerEnd run_worker(const WorkerOptions& options, const std::function<bool()>& stop_requested,
                     const std::function<void(const std::string& text)>& say);

}  // namespace tichu::arena
