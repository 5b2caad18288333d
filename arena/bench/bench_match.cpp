#include "arena/bench/bench_match.h"

namespace tichu::arena {

TournamentConfig bench_match(const PluginBenchPlan& plan) {
  TournamentConfig config;
  config.name = "bench";
  config.seed = plan.seed;
  config.boards = static_cast<std::uint64_t>(plan.boards);
  for (const char* name : {"one", "other"}) {
    BotSpec& bot = config.bots.emplace_back();
    bot.name = name;
    bot.kind = BotKind::Plugin;
    bot.path = plan.plugin;
    bot.trusted = true;
  }
  return config;
}

}  // namespace tichu::arena
