#include "arena/event/bot_check.h"

#include "arena/player/make_player.h"

namespace tichu::arena {

std::optional<std::string> check_bots(const EventConfig& config) {
  for (const BotSpec& bot : config.bots) {
    if (const auto fault = probe(bot, config.limits)) {
      return "bot \"" + bot.name + "\" (" + bot.path.string() + ") cannot play: " + fault->text;
    }
  }
  return std::nullopt;
}

}  // namespace tichu::arena
