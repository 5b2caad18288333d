#include "arena/tournament/workers/lateness_watch.h"

#include <fmt/format.h>

#include "arena/tournament/units/clock_trust.h"

namespace tichu::arena {

std::optional<std::string> LatenessWatch::take(const std::string& worker, const std::vector<BotUsage>& usage,
                                               const std::vector<FinishedFault>& faults) {
  Counts& own = by_worker_[worker];
  for (const BotUsage& used : usage) {
    own[used.bot].decisions += used.time.decisions;
    all_[used.bot].decisions += used.time.decisions;
  }
  bool anybody_late = false;
  for (const FinishedFault& fault : faults) {
    if (fault.kind != FaultKind::Timeout && fault.kind != FaultKind::LimitExceeded) continue;
    ++own[fault.bot].late;
    ++all_[fault.bot].late;
    anybody_late = true;
  }
  if (!anybody_late || told_.contains(worker)) return std::nullopt;
  std::vector<LatenessRow> rows;
  Count sum;
  for (const auto& [bot, count] : own) {
    const Count& all = all_[bot];
    rows.push_back({count.late, count.decisions, all.late - count.late, all.decisions - count.decisions});
    sum.late += count.late;
    sum.decisions += count.decisions;
  }
  if (lateness_z(rows) <= LatenessAlarm) return std::nullopt;
  told_.insert(worker);
  return fmt::format(
      "bots are late, or use too much, on worker {} far more often than on others, {} times in {} decisions: is its "
      "machine too busy?",
      worker, sum.late, sum.decisions);
}

}  // namespace tichu::arena
