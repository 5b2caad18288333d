#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arena/statistics/rating/play_figures.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/stored_board.h"
#include "arena/tournament/store/stored_results.h"

namespace tichu::arena {

struct StoreConnection;

/// What the bots of a tournament did besides its results: calls, faults, and what they used.
class BotStore {
 public:
  explicit BotStore(StoreConnection& connection) : connection_(connection) {}

  /// The figures of each entrant, in their order, without those of jobs whose results are damaged.
  std::vector<PlayFigures> figures(std::span<const DamagedJob> damaged) const;
  /// Every fault, by job, seating and round; without its evidence (`stderr_tail`, `exchange`), which is a thousand
  /// times as long.
  std::vector<FinishedFault> faults(const OnDamage& lose) const;
  /// One of them with its evidence. Throws std::runtime_error if it is not stored.
  FinishedFault with_evidence(FinishedFault fault) const;
  /// How often something was added to what bots used.
  std::uint64_t usage_count() const;
  /// What each bot used, in the order of bots.
  std::vector<BotUsage> usage(const OnDamage& lose) const;
  /// Adds what became known of bots after their job was added.
  void add_usage(JobNumber job, std::span<const BotUsage> usage);

 private:
  StoreConnection& connection_;
};

}  // namespace tichu::arena
