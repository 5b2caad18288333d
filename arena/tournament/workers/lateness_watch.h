#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/hosting/match/bot_usage.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// Watches if bots are late, or use too much, on one worker far more often than on others: a machine that is too busy,
/// or a false one.
class LatenessWatch {
 public:
  /// What bots did in a unit, by bot, and their faults. Returns a sentence for people, once a worker, if its lateness
  /// is beyond chance (`LatenessAlarm`).
  std::optional<std::string> take(const std::string& worker, const std::vector<BotUsage>& usage,
                                  const std::vector<FinishedFault>& faults);

 private:
  struct Count {
    std::uint64_t decisions = 0;
    std::uint64_t late = 0;
  };
  using Counts = std::map<BotId, Count>;

  std::map<std::string, Counts> by_worker_;
  Counts all_;
  std::set<std::string> told_;
};

}  // namespace tichu::arena
