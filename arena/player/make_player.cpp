#include "arena/player/make_player.h"

#include "arena/player/plugin_player.h"
#include "arena/player/program_player.h"

namespace tichu::arena {

std::unique_ptr<Player> make_player(const BotSpec& spec, const TimeLimits& limits) {
  switch (spec.kind) {
    case BotKind::Plugin:
      return std::make_unique<PluginPlayer>(spec);
    case BotKind::Program:
      break;
  }
  return std::make_unique<ProgramPlayer>(spec, limits);
}

std::optional<Fault> probe(const BotSpec& spec, const TimeLimits& limits) {
  const std::unique_ptr<Player> player = make_player(spec, limits);
  return player->sit_down({.seed = 0, .rules = {}, .options = spec.options});
}

}  // namespace tichu::arena
