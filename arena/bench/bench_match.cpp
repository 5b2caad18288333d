#include "arena/bench/bench_match.h"

namespace tichu::arena {

TournamentConfig bench_match(const std::filesystem::path& plugin, std::uint64_t seed, int boards) {
  TournamentConfig config;
  config.name = "bench";
  config.seed = seed;
  config.boards = static_cast<std::uint64_t>(boards);
  for (const char* name : {"one", "other"}) {
    BotSpec& bot = config.bots.emplace_back();
    bot.name = name;
    bot.kind = BotKind::Plugin;
    bot.path = plugin;
    bot.trusted = true;
  }
  return config;
}

}  // namespace tichu::arena
