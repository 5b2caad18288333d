#include "arena/match/bot_usage.h"

#include <algorithm>
#include <chrono>

namespace tichu::arena {

void add_usage(std::vector<BotUsage>& all, const BotUsage& part) {
  auto entry = std::find_if(all.begin(), all.end(), [&](const BotUsage& usage) { return usage.bot == part.bot; });
  if (entry == all.end()) entry = all.insert(all.end(), BotUsage{part.bot, {}, {}});
  entry->time += part.time;
  entry->resources += part.resources;
}

bool works_unasked(const BotUsage& usage, double cores) {
  using Seconds = std::chrono::duration<double>;
  constexpr double Slack = 1.25;
  constexpr Seconds OfAStart{1};
  const Seconds explained = cores * Seconds(usage.time.total) + OfAStart * static_cast<double>(usage.resources.starts);
  return Seconds(usage.resources.processor) > Slack * explained;
}

}  // namespace tichu::arena
