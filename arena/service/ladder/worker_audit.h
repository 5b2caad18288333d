#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "arena/service/ladder/ladder_database.h"
#include "arena/tournament/play/seen_workers.h"

namespace tichu::arena {

/// Notes in the audit log what a leader does with workers: "admit worker", "refuse worker" (of another build), "stop
/// worker" (for good, as it is found wrong), "remove boards" of it. One thread.
class WorkerAudit {
 public:
  /// Of the rated boards' tournament in this folder. The database must outlive this object.
  WorkerAudit(LadderDatabase& database, std::filesystem::path tournament)
      : database_(database), tournament_(std::move(tournament)) {}

  /// Notes what is new. `workers` are those that the leader knows; null: none.
  void look(const std::shared_ptr<const SeenWorkers>& workers);

 private:
  void note_states(const SeenWorkers& workers);
  void note_removals();

  LadderDatabase& database_;
  std::filesystem::path tournament_;
  std::shared_ptr<const SeenWorkers> seen_;
  /// What a worker was, each noted once: one that comes and goes does not fill the log.
  std::set<std::pair<std::string, WorkerState>> noted_;
  std::optional<std::int64_t> removed_;  ///< the last row of table `invalidated` that was noted
};

}  // namespace tichu::arena
