#include "arena/tournament/play/bot_check.h"

#include <utility>

#include "arena/hosting/player/make_player.h"
#include "arena/text/foreign_bytes.h"

namespace tichu::arena {

tl::expected<std::vector<BotIdentity>, std::string> check_bots(const std::vector<BotSpec>& bots,
                                                               const TimeLimits& limits, const Sandbox* sandbox) {
  std::vector<BotIdentity> identities;
  for (const BotSpec& bot : bots) {
    auto probed = probe(bot, limits, sandbox);
    if (!probed) {
      const Fault& fault = probed.error();
      return tl::unexpected("bot \"" + bot.name + "\" (" + bot.path.string() + ") cannot play: " + fault.text +
                            (fault.stderr_tail.empty() ? "" : "; it wrote:\n" + quoted_output(fault.stderr_tail)));
    }
    identities.push_back(std::move(*probed));
  }
  return identities;
}

}  // namespace tichu::arena
