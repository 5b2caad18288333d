#include "arena/hosting/player/make_player.h"

#include "arena/hosting/player/plugin_player.h"
#include "arena/hosting/player/program_player.h"

namespace tichu::arena {

std::unique_ptr<Player> make_player(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox) {
  if (!has_process(spec)) return std::make_unique<PluginPlayer>(spec);
  return std::make_unique<ProgramPlayer>(spec, limits, sandbox);
}

tl::expected<BotIdentity, Fault> probe(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox) {
  const std::unique_ptr<Player> player = make_player(spec, limits, sandbox);
  return player->sit_down({.seed = 0, .rules = {}, .options = spec.options}).map([&] { return player->identity(); });
}

}  // namespace tichu::arena
