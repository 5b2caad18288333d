#include "arena/hosting/match/bot_usage.h"

#include <algorithm>
#include <chrono>

namespace tichu::arena {

namespace {

using Seconds = std::chrono::duration<double>;

/// Both are processor time, so that it does not matter how busy the machine is. Honest bots were seen to use nothing,
/// Python ones too, and four busy threads 15 to 40 %: more they cannot where they are halted whenever others think, and
/// slow their own decisions. What may be left to do after answers, such as the collection of garbage, is less.
bool is_seen_working(const ResourceUsage& resources) {
  constexpr Seconds Much{0.2};
  constexpr double Share = 0.05;
  const Seconds pondering = resources.pondering;
  return pondering >= Much && pondering >= Share * Seconds(resources.processor);
}

bool is_unexplained(const BotUsage& usage, double cores) {
  constexpr double Slack = 1.25;
  constexpr Seconds OfAStart{1};
  const Seconds explained = cores * Seconds(usage.time.total) + OfAStart * static_cast<double>(usage.resources.starts);
  return Seconds(usage.resources.processor) > Slack * explained;
}

}  // namespace

void add_usage(std::vector<BotUsage>& all, const BotUsage& part) {
  auto entry = std::find_if(all.begin(), all.end(), [&](const BotUsage& usage) { return usage.bot == part.bot; });
  if (entry == all.end()) entry = all.insert(all.end(), BotUsage{part.bot, {}, {}});
  entry->time += part.time;
  entry->resources += part.resources;
}

bool ponders(const BotUsage& usage, double cores) {
  return is_seen_working(usage.resources) || is_unexplained(usage, cores);
}

}  // namespace tichu::arena
