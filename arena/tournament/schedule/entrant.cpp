#include "arena/tournament/schedule/entrant.h"

#include "arena/tournament/schedule/mixed_partnerships.h"

namespace tichu::arena {

std::vector<Entrant> entrants_of(const TournamentConfig& config) {
  std::vector<Entrant> entrants;
  if (config.schedule.kind == ScheduleKind::Mixed) {
    const auto name_of = [&](BotId bot) { return config.bots[static_cast<std::size_t>(bot)].name; };
    for (const Partnership& pair : all_partnerships(config.bots.size())) {
      entrants.push_back({name_of(pair.bots[0]) + "+" + name_of(pair.bots[1]), pair});
    }
    return entrants;
  }
  entrants.reserve(config.bots.size() + config.pairs.size());
  const auto add_bots = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const auto bot = static_cast<BotId>(i);
      entrants.push_back({config.bots[i].name, {{bot, bot}}});
    }
  };
  const std::size_t founders = config.bots.size() - config.entered;
  add_bots(0, founders);
  for (const PairSpec& pair : config.pairs) {
    entrants.push_back({pair.name, {{static_cast<BotId>(pair.bots[0]), static_cast<BotId>(pair.bots[1])}}});
  }
  add_bots(founders, config.bots.size());
  return entrants;
}

std::optional<StrengthAnchor> anchor_of(const TournamentConfig& config, const std::vector<Entrant>& entrants) {
  if (!config.anchor) return std::nullopt;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].name == config.anchor->name) return StrengthAnchor{i, config.anchor->value};
  }
  return std::nullopt;
}

}  // namespace tichu::arena
