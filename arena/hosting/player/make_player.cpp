#include "arena/hosting/player/make_player.h"

#include <stdexcept>
#include <utility>

#include "arena/hosting/player/plugin_player.h"
#include "arena/hosting/player/program_player.h"

namespace tichu::arena {

std::unique_ptr<Player> make_player(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox,
                                    RemoteSeats* seats, std::function<bool()> cancelled) {
  if (spec.kind == BotKind::Remote) {
    if (seats == nullptr) throw std::runtime_error("there is no remote seat for the bot \"" + spec.name + "\" here");
    return seats->player(spec.path.string());
  }
  if (spec.kind == BotKind::Person) throw std::runtime_error("\"" + spec.name + "\" is a person, and no bot");
  if (!has_process(spec)) return std::make_unique<PluginPlayer>(spec);
  return std::make_unique<ProgramPlayer>(spec, limits, sandbox, std::move(cancelled));
}

tl::expected<BotIdentity, Fault> probe(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox,
                                       std::function<bool()> cancelled) {
  const SeatSetup setup{.seed = 0, .rules = {}, .options = spec.options};
  if (!has_process(spec)) {
    PluginPlayer player(spec);
    return player.sit_down(setup).map([&] { return player.identity(); });
  }
  ProgramPlayer player(spec, limits, sandbox, std::move(cancelled));
  tl::expected<void, Fault> made = player.sit_down(setup);
  const BotIdentity identity = player.identity();
  if (made && !spec.options.empty()) made = player.end_unasked();
  return made.map([&] { return identity; });
}

}  // namespace tichu::arena
