#include "arena/tournament/config/tournament_config.h"

#include <algorithm>
#include <set>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

std::optional<std::string> wrong_entrant_name(const std::string& name) {
  if (name.empty()) return "the name is empty; give it 1 to 64 characters";
  if (name.size() > MaxNameLength) return "the name is longer than 64 bytes; shorten it";
  if (has_control_character(name)) return "the name holds a control character; use printable characters";
  if (!is_utf8(name)) return "the name is not UTF-8";
  return std::nullopt;
}

/// Whether a pair that the schedule mixed makes has the name.
bool is_mixed_pair(const TournamentConfig& config, const std::string& name) {
  const std::vector<BotSpec>& bots = config.bots;
  for (std::size_t a = 0; a < bots.size(); ++a) {
    for (std::size_t b = a + 1; b < bots.size(); ++b) {
      if (bots[a].name + "+" + bots[b].name == name) return true;
    }
  }
  return false;
}

bool is_entrant(const TournamentConfig& config, const std::string& name) {
  if (config.schedule.kind == ScheduleKind::Mixed) return is_mixed_pair(config, name);
  const auto has_name = [&](const auto& entrant) { return entrant.name == name; };
  return std::any_of(config.bots.begin(), config.bots.end(), has_name) ||
         std::any_of(config.pairs.begin(), config.pairs.end(), has_name);
}

std::optional<ConfigError> wrong_candidates(const TournamentConfig& config, const std::string& where) {
  const std::vector<std::string>& candidates = config.schedule.candidates;
  for (const std::string& name : candidates) {
    if (!is_entrant(config, name))
      return ConfigError{where, "candidates", "no bot or pair has the name \"" + name + "\""};
    if (std::count(candidates.begin(), candidates.end(), name) > 1) {
      return ConfigError{where, "candidates", "\"" + name + "\" stands twice"};
    }
  }
  if (candidates.size() == config.bots.size() + config.pairs.size()) {
    return ConfigError{where, "candidates", "nobody is left for the candidates to meet; leave some entrants out"};
  }
  return std::nullopt;
}

/// What goes with one schedule only, and how many bots mixed partnerships can be made of.
std::optional<ConfigError> wrong_schedule(const TournamentConfig& config, const std::string& where) {
  const ScheduleConfig& schedule = config.schedule;
  const auto only = [&](bool given, ScheduleKind kind, const std::string& key) -> std::optional<ConfigError> {
    if (!given || schedule.kind == kind) return std::nullopt;
    return ConfigError{
        where, key,
        "goes with the schedule " + std::string(to_text(kind)) + ", found " + std::string(to_text(schedule.kind))};
  };
  if (auto error = only(!schedule.candidates.empty(), ScheduleKind::Gauntlet, "candidates")) return error;
  if (auto error = only(schedule.rounds.has_value(), ScheduleKind::Swiss, "rounds")) return error;
  if (auto error = only(schedule.limit.has_value(), ScheduleKind::Ladder, "limit")) return error;
  if (schedule.kind == ScheduleKind::Mixed) {
    if (!config.pairs.empty()) {
      return ConfigError{where, "pair", "the schedule mixed makes all pairs of the bots itself; leave them out"};
    }
    if (config.bots.size() < 3 || config.bots.size() > MaxMixedBots) {
      return ConfigError{
          where, "schedule",
          "mixed needs 3 to " + std::to_string(MaxMixedBots) + " bots, found " + std::to_string(config.bots.size())};
    }
  }
  return schedule.kind == ScheduleKind::Gauntlet ? wrong_candidates(config, where) : std::nullopt;
}

/// A path, argument or option that no format of a tournament could keep.
std::optional<ConfigError> wrong_texts(const BotSpec& bot, const std::string& where) {
  const auto wrong = [&](const std::string& what) {
    return ConfigError{where, "bot \"" + bot.name + "\"", what + " is not UTF-8; write it in UTF-8"};
  };
  if (!is_utf8(bot.path.string())) return wrong("its path");
  for (const std::string& argument : bot.arguments) {
    if (!is_utf8(argument)) return wrong("an argument");
  }
  for (const auto& [name, value] : bot.options) {
    if (!is_utf8(name) || !is_utf8(value)) return wrong("an option");
  }
  return std::nullopt;
}

/// A name that is wrong in itself or used twice, a text that is none, or a pair of one bot.
std::optional<ConfigError> wrong_entrants(const TournamentConfig& config, const std::string& where) {
  std::set<std::string> names;
  const auto check_name = [&](const std::string& name) -> std::optional<ConfigError> {
    if (auto wrong = wrong_entrant_name(name)) return ConfigError{where, "name", *wrong};
    if (!names.insert(name).second) {
      return ConfigError{where, "name", "\"" + name + "\" is used twice; give each bot and pair its own name"};
    }
    return std::nullopt;
  };
  for (const BotSpec& bot : config.bots) {
    if (auto error = check_name(bot.name)) return error;
    if (auto error = wrong_texts(bot, where)) return error;
  }
  for (const PairSpec& pair : config.pairs) {
    if (auto error = check_name(pair.name)) return error;
    if (pair.bots[0] == pair.bots[1]) {
      return ConfigError{where, "pair \"" + pair.name + "\"",
                         "a pair has two different bots; a bot with itself as partner enters anyway"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ConfigError> wrong_anchor(const TournamentConfig& config, const std::string& where) {
  if (!config.anchor || is_entrant(config, config.anchor->name)) return std::nullopt;
  const bool is_mixed = config.schedule.kind == ScheduleKind::Mixed;
  return ConfigError{
      where, "anchor",
      "nobody of the name \"" + config.anchor->name + "\" enters; name a " +
          (is_mixed ? "pair of two bots, in the order in which these enter" : "bot or a pair that does")};
}

std::optional<ConfigError> check(const TournamentConfig& config, const std::string& where) {
  const std::size_t entrants = config.bots.size() + config.pairs.size();
  if (entrants < 2) {
    return ConfigError{where, "", "a tournament needs at least two bots, found " + std::to_string(entrants)};
  }
  if (entrants > MaxEntrants) {
    return ConfigError{where, "", "at most 1000 bots and pairs can enter, found " + std::to_string(entrants)};
  }
  if (!is_tournament_name(config.name)) {
    return ConfigError{
        where, "name",
        "\"" + config.name + "\" cannot be a folder's name; use letters, digits, '.', '_' and '-', at most 64"};
  }
  if (auto error = wrong_entrants(config, where)) return error;
  if (auto error = wrong_schedule(config, where)) return error;
  return wrong_anchor(config, where);
}

int table_count(Seatings seatings) { return seatings == Seatings::Single ? 1 : seatings == Seatings::Swap ? 2 : 4; }

std::optional<std::uint64_t> known_seed(const TournamentConfig& config) {
  return config.seed_known ? std::optional(config.seed) : std::nullopt;
}

bool is_tournament_name(std::string_view name) {
  if (name.empty() || name.size() > MaxNameLength || name.front() == '.' || name.front() == '-') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  });
}

std::optional<std::string> set_rule(Rules& rules, std::string_view name, std::string_view value) {
  const RulesOption* option = rules_option(name);
  if (option == nullptr) return "no such option; known are preset, " + rules_option_names();
  if (set_option(rules, *option, value)) return std::nullopt;
  return "must be " + option_values(*option) + ", found \"" + std::string(value) + "\"";
}

}  // namespace tichu::arena
