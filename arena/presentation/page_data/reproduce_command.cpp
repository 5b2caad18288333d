#include "arena/presentation/page_data/reproduce_command.h"

#include <fmt/format.h>

#include "arena/text/shell_word.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

std::string bot_argument(const BotSpec& bot, const std::filesystem::path& bundled) {
  const bool is_bundled = bot.path.parent_path() == bundled;
  const bool is_plugin = bot.kind == BotKind::Plugin;
  const std::string place = is_bundled ? bot.path.stem().string() : bot.path.string();
  if (is_plugin && is_bundled && place == bot.name) return bot.name;
  const std::string trust = bot.trusted && !is_bundled ? "=trusted:" : "=";
  if (is_plugin && is_bundled) return bot.name + trust + place;
  return bot.name + trust + place_argument(bot.kind, place, bot.arguments);
}

std::string schedule_flags(const ScheduleConfig& schedule) {
  std::string text;
  if (schedule.kind != ScheduleKind::RoundRobin) text += fmt::format(" --schedule {}", to_text(schedule.kind));
  for (const std::string& name : schedule.candidates) text += " --candidate " + shell_word(name);
  for (const std::string& name : schedule.opponents) text += " --opponent " + shell_word(name);
  if (schedule.rounds) text += fmt::format(" --rounds {}", *schedule.rounds);
  if (schedule.limit) text += fmt::format(" --limit {}", *schedule.limit);
  return text;
}

std::string rules_flags(const Rules& rules) {
  const std::string_view name = preset_name(rules);
  if (name != "custom") return name == "standard" ? "" : fmt::format(" --rules {}", name);
  std::string text;
  for (const RulesOption& option : RulesOptions) {
    text += fmt::format(" --rule {}={}", option.name, option_text(rules, option));
  }
  return text;
}

}  // namespace

std::string reproduce_command(const TournamentConfig& config, const std::filesystem::path& bundled) {
  std::string text = "tichu-arena tournament";
  for (const BotSpec& bot : config.bots) text += " --bot " + shell_word(bot_argument(bot, bundled));
  for (const PairSpec& pair : config.pairs) {
    text += " --pair " +
            shell_word(pair.name + "=" + config.bots[pair.bots[0]].name + "+" + config.bots[pair.bots[1]].name);
  }
  for (const BotSpec& bot : config.bots) {
    for (const auto& [name, value] : bot.options) {
      text += " --option " + shell_word(fmt::format("{}.{}={}", bot.name, name, value));
    }
  }
  text += fmt::format(" --{} {} --seed {}", to_text(config.format), config.boards, config.seed);
  if (config.seatings != Seatings::Swap) text += fmt::format(" --seatings {}", to_text(config.seatings));
  if (!config.remarks) text += " --no-remarks";
  if (config.anchor) text += " --anchor " + shell_word(fmt::format("{}={}", config.anchor->name, config.anchor->value));
  return text + schedule_flags(config.schedule) + rules_flags(config.rules);
}

}  // namespace tichu::arena
