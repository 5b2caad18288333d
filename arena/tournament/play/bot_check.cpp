#include "arena/tournament/play/bot_check.h"

#include "arena/hosting/player/make_player.h"
#include "arena/text/foreign_bytes.h"

namespace tichu::arena {

tl::expected<BotIdentity, std::string> check_bot(const BotSpec& bot, const TimeLimits& limits, const Sandbox* sandbox,
                                                 const std::function<bool()>& cancelled) {
  return probe(bot, limits, sandbox, cancelled).map_error([&bot](const Fault& fault) {
    return "bot \"" + bot.name + "\" (" + bot.path.string() + ") cannot play: " + fault.text +
           (fault.stderr_tail.empty() ? "" : "; it wrote:\n" + quoted_output(fault.stderr_tail));
  });
}

}  // namespace tichu::arena
