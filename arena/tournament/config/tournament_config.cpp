#include "arena/tournament/config/tournament_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "arena/text/counted.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// Characters that are not seen: blanks of any width, and those that only change how others are shown, such as the
/// direction in which they are written. A name with one of the latter can look like another name.
constexpr std::array<std::string_view, 19> Blanks{" ",      "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003",
                                                  "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a",
                                                  "\u202f", "\u205f", "\u2800", "\u3000", "\u3164"};
constexpr std::array<std::string_view, 19> Invisible{
    "\u00ad", "\u061c", "\u180e", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202b",
    "\u202c", "\u202d", "\u202e", "\u2060", "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff"};

bool is_blank(std::string_view text) {
  while (!text.empty()) {
    const auto blank =
        std::find_if(Blanks.begin(), Blanks.end(), [&](std::string_view c) { return text.starts_with(c); });
    if (blank == Blanks.end()) return false;
    text.remove_prefix(blank->size());
  }
  return true;
}

/// Also the control characters from U+0080 on, which are two bytes.
bool has_invisible_character(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '\xc2' && static_cast<unsigned char>(text[i + 1]) < 0xa0) return true;
  }
  return std::any_of(Invisible.begin(), Invisible.end(),
                     [&](std::string_view c) { return text.find(c) != std::string_view::npos; });
}

tl::expected<void, std::string> check_entrant_name(const std::string& name) {
  if (name.empty()) return tl::unexpected<std::string>("the name is empty; give it 1 to 64 characters");
  if (name.size() > MaxNameLength) return tl::unexpected<std::string>("the name is longer than 64 bytes; shorten it");
  if (has_control_character(name)) {
    return tl::unexpected<std::string>("the name holds a control character; use printable characters");
  }
  if (!is_utf8(name)) return tl::unexpected<std::string>("the name is not UTF-8");
  if (is_blank(name)) return tl::unexpected<std::string>("the name is blank; give it characters that can be seen");
  if (has_invisible_character(name)) {
    return tl::unexpected<std::string>(
        "the name holds a character that is not seen or changes the direction of writing; it could pass for another");
  }
  return {};
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

std::uint64_t entrant_count(const TournamentConfig& config) { return config.bots.size() + config.pairs.size(); }

bool is_entrant(const TournamentConfig& config, const std::string& name) {
  if (config.schedule.kind == ScheduleKind::Mixed) return is_mixed_pair(config, name);
  const auto has_name = [&](const auto& entrant) { return entrant.name == name; };
  return std::any_of(config.bots.begin(), config.bots.end(), has_name) ||
         std::any_of(config.pairs.begin(), config.pairs.end(), has_name);
}

OrInputError<void> check_named(const TournamentConfig& config, const std::vector<std::string>& names,
                               const std::string& key, const std::string& where) {
  for (const std::string& name : names) {
    if (!is_entrant(config, name))
      return tl::unexpected(InputError{where, key, "no bot or pair has the name \"" + name + "\""});
    if (std::count(names.begin(), names.end(), name) > 1) {
      return tl::unexpected(InputError{where, key, "\"" + name + "\" stands twice"});
    }
  }
  return {};
}

OrInputError<void> check_gauntlet(const TournamentConfig& config, const std::string& where) {
  const std::vector<std::string>& candidates = config.schedule.candidates;
  const std::vector<std::string>& opponents = config.schedule.opponents;
  if (auto checked = check_named(config, candidates, "candidates", where); !checked) return checked;
  if (auto checked = check_named(config, opponents, "opponents", where); !checked) return checked;
  for (const std::string& name : opponents) {
    const bool by_default = candidates.empty() && !config.bots.empty() && name == config.bots.front().name;
    if (by_default || std::count(candidates.begin(), candidates.end(), name) > 0) {
      return tl::unexpected(InputError{where, "opponents", "\"" + name + "\" is a candidate, too; leave it out"});
    }
  }
  if (candidates.size() == config.bots.size() + config.pairs.size()) {
    return tl::unexpected(
        InputError{where, "candidates", "nobody is left for the candidates to meet; leave some entrants out"});
  }
  return {};
}

/// What goes with one schedule only, and how many bots mixed partnerships can be made of.
OrInputError<void> check_schedule(const TournamentConfig& config, const std::string& where) {
  const ScheduleConfig& schedule = config.schedule;
  const auto only = [&](bool given, ScheduleKind kind, const std::string& key) -> OrInputError<void> {
    if (!given || schedule.kind == kind) return {};
    return tl::unexpected(InputError{
        where, key,
        "goes with the schedule " + std::string(to_text(kind)) + ", found " + std::string(to_text(schedule.kind))});
  };
  if (auto checked = only(!schedule.candidates.empty(), ScheduleKind::Gauntlet, "candidates"); !checked) return checked;
  if (auto checked = only(!schedule.opponents.empty(), ScheduleKind::Gauntlet, "opponents"); !checked) return checked;
  if (auto checked = only(schedule.rounds.has_value(), ScheduleKind::Swiss, "rounds"); !checked) return checked;
  if (auto checked = only(schedule.limit.has_value(), ScheduleKind::Ladder, "limit"); !checked) return checked;
  if (auto checked = only(!schedule.owners.empty(), ScheduleKind::Ladder, "owner"); !checked) return checked;
  if (schedule.kind == ScheduleKind::Mixed) {
    if (!config.pairs.empty()) {
      return tl::unexpected(
          InputError{where, "pair", "the schedule mixed makes all pairs of the bots itself; leave them out"});
    }
    if (config.bots.size() < 3 || config.bots.size() > MaxMixedBots) {
      return tl::unexpected(InputError{
          where, "schedule",
          "mixed needs 3 to " + std::to_string(MaxMixedBots) + " bots, found " + std::to_string(config.bots.size())});
    }
  }
  return schedule.kind == ScheduleKind::Gauntlet ? check_gauntlet(config, where) : OrInputError<void>();
}

/// A path, argument or option that no format of a tournament could keep.
OrInputError<void> check_texts(const BotSpec& bot, const std::string& where) {
  const auto wrong = [&](const std::string& what) {
    return tl::unexpected(InputError{where, "bot \"" + bot.name + "\"", what + " is not UTF-8; write it in UTF-8"});
  };
  if (!is_utf8(bot.path.string())) return wrong("its path");
  for (const std::string& argument : bot.arguments) {
    if (!is_utf8(argument)) return wrong("an argument");
  }
  for (const auto& [name, value] : bot.options) {
    if (!is_utf8(name) || !is_utf8(value)) return wrong("an option");
  }
  return {};
}

/// Whose a bot is: what can be told from another's.
OrInputError<void> check_owner(const std::string& owner, const std::string& where) {
  if (owner.empty()) return {};
  if (auto sound = check_entrant_name(owner); !sound) {
    return tl::unexpected(InputError{where, "owner", sound.error()});
  }
  return {};
}

/// A name that is wrong in itself or used twice, a text that is none, or a pair of one bot.
OrInputError<void> check_entrants(const TournamentConfig& config, const std::string& where) {
  std::set<std::string> names;
  const auto check_name = [&](const std::string& name) -> OrInputError<void> {
    if (auto sound = check_entrant_name(name); !sound) {
      return tl::unexpected(InputError{where, "name", sound.error()});
    }
    if (!names.insert(name).second) {
      return tl::unexpected(
          InputError{where, "name", "\"" + name + "\" is used twice; give each bot and pair its own name"});
    }
    return {};
  };
  for (const BotSpec& bot : config.bots) {
    if (auto checked = check_name(bot.name); !checked) return checked;
    if (auto checked = check_texts(bot, where); !checked) return checked;
  }
  for (const auto& [bot, owner] : config.schedule.owners) {
    if (auto checked = check_owner(owner, where); !checked) return checked;
  }
  for (const PairSpec& pair : config.pairs) {
    if (auto checked = check_name(pair.name); !checked) return checked;
    if (pair.bots[0] == pair.bots[1]) {
      return tl::unexpected(InputError{where, "pair \"" + pair.name + "\"",
                                       "a pair has two different bots; a bot with itself as partner enters anyway"});
    }
  }
  return {};
}

}  // namespace

OrInputError<void> check_anchor(const TournamentConfig& config, const std::string& where) {
  if (!config.anchor || is_entrant(config, config.anchor->name)) return {};
  const bool is_mixed = config.schedule.kind == ScheduleKind::Mixed;
  return tl::unexpected(
      InputError{where, "anchor",
                 "nobody of the name \"" + config.anchor->name + "\" enters; name a " +
                     (is_mixed ? "pair of two bots, in the order in which these enter" : "bot or a pair that does")});
}

OrInputError<void> check_entry(const TournamentConfig& config, const BotSpec& bot, const std::string& owner,
                               const std::string& where) {
  if (config.schedule.kind != ScheduleKind::Ladder) {
    return tl::unexpected(InputError{where, "\"" + config.name + "\"",
                                     "is no ladder (its schedule is " + std::string(to_text(config.schedule.kind)) +
                                         "), so nobody enters or leaves it"});
  }
  if (auto sound = check_entrant_name(bot.name); !sound) {
    return tl::unexpected(InputError{where, "name", sound.error()});
  }
  if (is_entrant(config, bot.name)) {
    return tl::unexpected(InputError{where, "name",
                                     "\"" + bot.name +
                                         "\" is or was in the ladder already; a new version enters under "
                                         "a name of its own, such as " +
                                         bot.name + "@2"});
  }
  if (config.bots.size() + config.pairs.size() >= MaxLadderEntrants) {
    return tl::unexpected(InputError{
        where, "",
        "the ladder has had " + std::to_string(MaxLadderEntrants) + " entrants, which is the most; begin another"});
  }
  if (auto checked = check_texts(bot, where); !checked) return checked;
  return check_owner(owner, where);
}

OrInputError<void> check(const TournamentConfig& config, const std::string& where) {
  const std::size_t entrants = config.bots.size() + config.pairs.size();
  if (entrants < 2 && config.schedule.kind != ScheduleKind::Ladder) {
    return tl::unexpected(
        InputError{where, "", "a tournament needs at least two bots, found " + std::to_string(entrants)});
  }
  if (entrants > MaxEntrants) {
    return tl::unexpected(
        InputError{where, "", "at most 1000 bots and pairs can enter, found " + std::to_string(entrants)});
  }
  if (!is_tournament_name(config.name)) {
    return tl::unexpected(InputError{
        where, "name",
        "\"" + config.name + "\" cannot be a folder's name; use letters, digits, '.', '_' and '-', at most 64"});
  }
  if (auto checked = check_entrants(config, where); !checked) return checked;
  if (auto checked = check_schedule(config, where); !checked) return checked;
  return check_anchor(config, where);
}

int table_count(Seatings seatings) { return seatings == Seatings::Single ? 1 : seatings == Seatings::Swap ? 2 : 4; }

std::uint64_t usual_boards(const TournamentConfig& config) {
  constexpr std::uint64_t Usual = 100;
  constexpr std::uint64_t OfLadder = 10;
  constexpr std::uint64_t MeetingsOfEntrant = 8;
  if (config.schedule.kind != ScheduleKind::Ladder) return Usual;
  if (!config.schedule.limit) return OfLadder;
  const std::uint64_t meetings = MeetingsOfEntrant * entrant_count(config) / 2;
  return std::clamp<std::uint64_t>(*config.schedule.limit / std::max<std::uint64_t>(meetings, 1), 1, OfLadder);
}

std::vector<std::string> doubts_about(const TournamentConfig& config) {
  constexpr std::uint64_t LeastMeetingsOfEntrant = 4;
  const std::uint64_t entrants = entrant_count(config);
  const ScheduleConfig& schedule = config.schedule;
  if (schedule.kind == ScheduleKind::Ladder && schedule.limit) {
    const std::uint64_t meetings = (*schedule.limit + config.boards - 1) / config.boards;
    const std::uint64_t wanted = LeastMeetingsOfEntrant * entrants / 2;
    // Two bots meet nobody else.
    if (entrants > 2 && meetings < wanted) {
      return {
          fmt::format("only {} of {} {} for {} entrants: some may never meet, and the table will tell little; at "
                      "least {} meetings are needed, so give a meeting fewer {}, or the ladder a higher limit",
                      counted(meetings, "meeting"), config.boards, to_text(config.format), entrants, wanted,
                      to_text(config.format))};
    }
  }
  if (schedule.kind == ScheduleKind::Swiss && schedule.rounds) {
    const auto least = static_cast<std::uint64_t>(std::bit_width(entrants - 1));
    if (*schedule.rounds < least) {
      return {fmt::format("{} cannot tell who is first of {} entrants: at least {} are needed",
                          counted(*schedule.rounds, "round"), entrants, least)};
    }
  }
  return {};
}

std::optional<std::uint64_t> known_seed(const TournamentConfig& config) {
  return config.origin.seed_known ? std::optional(config.seed) : std::nullopt;
}

std::optional<std::uint64_t> known_seed(const TournamentConfig& config, JobNumber job) {
  const auto& seasons = config.seasons;
  const auto after = std::find_if(seasons.begin(), seasons.end(), [job](const LadderSeason& season) {
    return !season.first_job || *season.first_job > job;
  });
  return after == seasons.begin() ? known_seed(config) : std::prev(after)->seed;
}

std::uint64_t seed_of(const TournamentConfig& config, JobNumber job) {
  const std::optional<std::uint64_t> seed = known_seed(config, job);
  if (!seed) throw std::runtime_error("the seed of job " + to_string(job) + " is not told, so it cannot be played");
  return *seed;
}

bool is_tournament_name(std::string_view name) {
  if (name.empty() || name.size() > MaxNameLength || name.front() == '.' || name.front() == '-') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  });
}

tl::expected<void, std::string> set_rule(Rules& rules, std::string_view name, std::string_view value) {
  const RulesOption* option = rules_option(name);
  if (option == nullptr) return tl::unexpected("no such option; known are preset, " + rules_option_names());
  if (set_option(rules, *option, value)) return {};
  return tl::unexpected("must be " + option_values(*option) + ", found \"" + std::string(value) + "\"");
}

}  // namespace tichu::arena
