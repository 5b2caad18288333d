#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "arena/workers/broker/broker.h"
#include "arena/workers/leader/failed_units.h"
#include "arena/workers/leader/leader_context.h"
#include "arena/workers/leader/open_units.h"
#include "arena/workers/leader/unit_source.h"
#include "arena/workers/leader/worker_registry.h"

namespace tichu::arena {

/// Gives ready units to workers that have nothing to do, and takes back those that are lost. One thread.
class UnitDispatch {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// All must outlive it.
  UnitDispatch(std::string tournament, Broker& broker, LeaderContext& context, OpenUnits& units,
               WorkerRegistry& registry, UnitSource& source, FailedUnits& failed)
      : tournament_(std::move(tournament)),
        broker_(broker),
        context_(context),
        units_(units),
        registry_(registry),
        source_(source),
        failed_(failed) {}

  void give(Time now);
  /// Units of workers that are silent, or that say that they do not have them, and units that were kept too long.
  void take_back_lost(Time now);

 private:
  std::size_t room(const std::string& name, const KnownWorker& worker) const;
  bool give_to(const std::string& name, KnownWorker& worker, Time now);
  OpenUnit* next_for(const std::string& name, KnownWorker& worker, Time now);
  void note_kept_from_guests();
  bool is_fast_enough(const OpenUnit& open, const std::string& name, KnownWorker& worker, Time now);
  bool send(OpenUnit& open, const std::string& name, Time now);

  const std::string tournament_;
  Broker& broker_;
  LeaderContext& context_;
  OpenUnits& units_;
  WorkerRegistry& registry_;
  UnitSource& source_;
  FailedUnits& failed_;
  bool told_of_guests_ = false;
};

}  // namespace tichu::arena
