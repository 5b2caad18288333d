#pragma once

#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/sandbox/resource_usage.h"

namespace tichu::arena {

/// What a bot used in all its seats.
struct BotUsage {
  BotId bot{};
  ThinkTime time;
  ResourceUsage resources;  ///< all 0 for a plug-in in the arena's process
};

/// Adds to the entry of the bot, or makes one.
void add_usage(std::vector<BotUsage>& all, const BotUsage& part);

/// Whether a bot's programs pondered: worked while they were not asked. Either sign is enough. A fifth of a second and
/// a twentieth of their processor time were measured between answers and next questions. Or they used far more
/// processor time than they could in their decisions, on so many cores, and in starting: a second is granted per start,
/// and a quarter more for everything.
bool ponders(const BotUsage& usage, double cores);

}  // namespace tichu::arena
