#include "arena/tournament/play/bot_check.h"

#include "arena/hosting/player/make_player.h"
#include "arena/text/foreign_bytes.h"

namespace tichu::arena {

std::optional<std::string> check_bots(const TournamentConfig& config, const Sandbox* sandbox) {
  for (const BotSpec& bot : config.bots) {
    if (const auto probed = probe(bot, config.limits, sandbox); !probed) {
      const Fault& fault = probed.error();
      return "bot \"" + bot.name + "\" (" + bot.path.string() + ") cannot play: " + fault.text +
             (fault.stderr_tail.empty() ? "" : "; it wrote:\n" + quoted_output(fault.stderr_tail));
    }
  }
  return std::nullopt;
}

}  // namespace tichu::arena
