#include "arena/tournament/play/bot_check.h"

#include "arena/hosting/player/make_player.h"
#include "arena/text/foreign_bytes.h"

namespace tichu::arena {

tl::expected<void, std::string> check_bots(const std::vector<BotSpec>& bots, const TimeLimits& limits,
                                           const Sandbox* sandbox) {
  for (const BotSpec& bot : bots) {
    if (const auto probed = probe(bot, limits, sandbox); !probed) {
      const Fault& fault = probed.error();
      return tl::unexpected("bot \"" + bot.name + "\" (" + bot.path.string() + ") cannot play: " + fault.text +
                            (fault.stderr_tail.empty() ? "" : "; it wrote:\n" + quoted_output(fault.stderr_tail)));
    }
  }
  return {};
}

}  // namespace tichu::arena
