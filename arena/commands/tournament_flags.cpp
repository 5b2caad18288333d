#include "arena/commands/tournament_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <random>

#include "arena/commands/number_flags.h"
#include "arena/installation.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/config/tournament_settings.h"

namespace tichu::arena {
namespace {

/// A seed that nobody can guess, below 2^53 so that every reader of JSON keeps it exactly.
std::uint64_t secret_seed() {
  std::random_device device;
  std::uniform_int_distribution<std::uint64_t> seeds(LeastSecretSeed, (std::uint64_t{1} << 53) - 1);
  return seeds(device);
}

/// The two parts of "KEY=VALUE"; nullopt if there is no '='.
std::optional<std::pair<std::string, std::string>> key_and_value(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

tl::unexpected<InputError> wrong(const std::string& flag, const std::string& value, const std::string& problem) {
  return tl::unexpected(InputError{flag, "\"" + value + "\"", problem});
}

std::optional<std::size_t> bot_named(const TournamentConfig& config, const std::string& name) {
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    if (config.bots[i].name == name) return i;
  }
  return std::nullopt;
}

OrInputError<void> apply_rules(const TournamentFlags& flags, TournamentConfig& config) {
  if (flags.rules) {
    const auto found = preset(*flags.rules);
    if (!found) return wrong("--rules", *flags.rules, "no such preset; known are " + preset_names());
    config.rules = *found;
  }
  for (const std::string& text : flags.rule) {
    const auto rule = key_and_value(text);
    if (!rule) return wrong("--rule", text, "must have the form OPTION=VALUE, such as target=500");
    const auto set = set_rule(config.rules, rule->first, rule->second);
    if (!set) return wrong("--rule", text, set.error());
  }
  return {};
}

OrInputError<void> apply_bots(const TournamentFlags& flags, TournamentConfig& config) {
  const BotFinder finder(bundled_bots_folder(), std::filesystem::current_path());
  for (const std::string& text : flags.bots) {
    OrInputError<BotSpec> bot = bot_from_argument(text, finder);
    if (!bot) return tl::unexpected(bot.error());
    config.bots.push_back(std::move(bot.value()));
  }
  for (const std::string& text : flags.bot_options) {
    const auto option = key_and_value(text);
    const std::size_t dot = option ? option->first.rfind('.') : std::string::npos;
    if (dot == std::string::npos) return wrong("--option", text, "must have the form BOT.NAME=VALUE");
    const auto bot = bot_named(config, option->first.substr(0, dot));
    if (!bot) return wrong("--option", text, "no bot has the name before the '.'");
    config.bots[*bot].options.emplace_back(option->first.substr(dot + 1), option->second);
  }
  return {};
}

OrInputError<void> apply_pairs(const TournamentFlags& flags, TournamentConfig& config) {
  for (const std::string& text : flags.pairs) {
    const auto named = key_and_value(text);
    const std::string members = named ? named->second : text;
    const std::size_t plus = members.find('+');
    if (plus == std::string::npos) return wrong("--pair", text, "must have the form BOT+BOT or NAME=BOT+BOT");
    const auto first = bot_named(config, members.substr(0, plus));
    const auto second = bot_named(config, members.substr(plus + 1));
    if (!first || !second) return wrong("--pair", text, "names a bot that does not enter the tournament");
    config.pairs.push_back({named ? named->first : members, {*first, *second}});
  }
  return {};
}

OrInputError<void> apply_anchor(const TournamentFlags& flags, TournamentConfig& config) {
  if (!flags.anchor) return {};
  auto anchor = anchor_of_flag(*flags.anchor);
  if (!anchor) return tl::unexpected(anchor.error());
  config.anchor = std::move(anchor.value());
  return {};
}

OrInputError<void> apply_schedule(const TournamentFlags& flags, ScheduleConfig& schedule) {
  if (flags.schedule) {
    const auto kind = from_text<ScheduleKind>(*flags.schedule);
    if (!kind) return wrong("--schedule", *flags.schedule, "no such schedule; known are " + listed<ScheduleKind>());
    schedule.kind = *kind;
  }
  if (!flags.candidates.empty()) schedule.candidates = flags.candidates;
  if (!flags.opponents.empty()) schedule.opponents = flags.opponents;
  if (flags.rounds) schedule.rounds = flags.rounds;
  if (flags.limit) schedule.limit = flags.limit;
  return {};
}

using GivenSettings = std::vector<std::function<void(TournamentConfig& config)>>;

/// A flag that turns a setting to what it is not by itself: --durable, --no-pin.
void add_setting_flag(CLI::App& command, const TournamentSetting& setting, bool TournamentConfig::*member,
                      GivenSettings& given) {
  const bool usual = TournamentConfig().*member;
  const auto take = [=, &given] { given.push_back([=](TournamentConfig& config) { config.*member = !usual; }); };
  command.add_flag_callback(flag_of((usual ? "no_" : "") + std::string(setting.key)), take,
                            (usual ? "do not " : "") + std::string(setting.meaning));
}

template <HasWords E>
void add_setting_flag(CLI::App& command, const TournamentSetting& setting, E TournamentConfig::*member,
                      GivenSettings& given) {
  const auto take = [=, &given](const std::string& word) {
    given.push_back([=](TournamentConfig& config) { config.*member = from_text<E>(word).value_or(config.*member); });
  };
  command
      .add_option_function<std::string>(flag_of(setting.key), take,
                                        fmt::format("{} [{}]", setting.meaning, to_text(TournamentConfig().*member)))
      ->check(CLI::IsMember(WordsOf<E>));
}

void add_setting_flag(CLI::App& command, const TournamentSetting& setting, const NumberOfTournament& number,
                      GivenSettings& given) {
  const auto take = [member = number.member, &given](int value) {
    given.push_back([=](TournamentConfig& config) { config.*member = value; });
  };
  command
      .add_option_function<int>(flag_of(setting.key), take,
                                fmt::format("{} [{}]", setting.meaning, TournamentConfig().*number.member))
      ->transform(whole_number(static_cast<std::uint64_t>(number.least), static_cast<std::uint64_t>(number.most)));
}

}  // namespace

void add_schedule_flags(CLI::App& command, TournamentFlags& flags) {
  command.add_option("--schedule", flags.schedule, "who meets whom: " + listed<ScheduleKind>() + " [round-robin]");
  command.add_option("--candidate", flags.candidates, "candidate of a gauntlet; may be repeated [the first entrant]")
      ->allow_extra_args(false);
  command
      .add_option("--opponent", flags.opponents,
                  "whom the candidates of a gauntlet meet; may be repeated [all that are no candidates]")
      ->allow_extra_args(false);
  command.add_option("--rounds", flags.rounds, "rounds of a Swiss tournament [by the number of entrants]")
      ->transform(whole_number(1, static_cast<std::uint64_t>(MaxSwissRounds)));
  command.add_option("--limit", flags.limit, "number of boards after which a ladder ends [until it is stopped]")
      ->transform(whole_number(1, static_cast<std::uint64_t>(INT64_MAX)));
}

void refuse_schedule_flags(CLI::App& command) {
  const auto refuse = [&](const std::string& flag, const std::string& schedule) {
    const std::string problem =
        "belongs to " + schedule +
        "tichu-arena tournament; here two bots are one pairing, and there is nothing to schedule";
    const auto fail = [flag, problem](const std::string&) { throw CLI::ValidationError(flag, problem); };
    command.add_option_function<std::string>(flag, fail)->group("");
  };
  refuse("--schedule", "");
  refuse("--candidate", "the schedule gauntlet of ");
  refuse("--opponent", "the schedule gauntlet of ");
  refuse("--rounds", "the schedule swiss of ");
  refuse("--limit", "the schedule ladder of ");
}

void add_running_flags(CLI::App& command, TournamentFlags& flags) {
  command.option_defaults()->group("Machines");
  command.add_option("-j,--concurrency", flags.concurrency, "tables played at a time [one per core]")
      ->transform(whole_number(1, MaxConcurrency));
  command.add_flag("--allow-unsandboxed", flags.allow_unsandboxed,
                   "run untrusted bots even if no sandbox can contain them");
  constexpr double AYear = 525'600;
  command
      .add_option("--minutes", flags.minutes,
                  "end this run after so many minutes: the boards under way are finished, and resume continues")
      ->check(number_within(0, AYear));
  command.add_option(
      "--seats", flags.seats,
      "take bots of NAME=remote:SEAT here: ADDRESS:PORT, such as 127.0.0.1:0; alone, a PORT of this machine");
  command.add_option("--nats", flags.nats, "let workers play: the URL of a NATS server, such as nats://127.0.0.1:4222");
  command.add_option("--nats-ca", flags.nats_ca, "certificates that the NATS server's must come from (PEM file)")
      ->check(CLI::ExistingFile);
  command.option_defaults()->group("Output");
  command.add_flag("--strict", flags.strict,
                   "end with exit code 1 if any bot committed a fault, or a ladder began without one");
  command.add_flag(
      "--control-variates", flags.control_variates,
      "for single deals: also rate the pairings without the luck of the cards that is known; plays a round "
      "of steady against itself for each deal");
  command
      .add_option("--luck-rounds", flags.luck_rounds,
                  "whose round against itself tells the luck of a deal: steady, or own: each entrant's, which tells "
                  "more of bots unlike steady and takes as long as they take [steady]")
      ->check(CLI::IsMember({"steady", "own"}))
      ->needs("--control-variates");
  command.add_option(
      "--events", flags.events,
      "write for programs what happens while it runs: JSON Lines to a file, which is overwritten, or to standard "
      "output (-), in which case the tables go to standard error");
  command.add_option(
      "--on-end", flags.on_end,
      "shell command to run at the end; TICHU_STATE is finished, stopped or failed, TICHU_TOURNAMENT the "
      "folder");
  command.add_option("--on-fault", flags.on_fault,
                     "shell command to run at each bot's first fault, which TICHU_BOT and TICHU_FAULT tell");
  command.add_option("--log-level", flags.log_level, "debug, info, warning, error or off [info]")
      ->check(CLI::IsMember({"debug", "info", "warning", "error", "off"}));
}

void add_match_bots(CLI::App& command, TournamentFlags& flags, const std::string& about) {
  command.add_option("BOTS", flags.bots, about)->required();
}

OrInputError<void> check_match_bots(const TournamentFlags& flags, const std::string& command) {
  if (flags.bots.size() == 2) return {};
  return tl::unexpected(InputError{command, "",
                                   fmt::format("takes two bots, found {} ({}); tournament takes any number",
                                               flags.bots.size(), fmt::join(flags.bots, ", "))});
}

void add_tournament_flags(CLI::App& command, TournamentFlags& flags) {
  const CLI::Validator boards = whole_number(1, MaxBoards);
  command.option_defaults()->group("What is played");
  command.add_option("--name", flags.name, "name of the tournament and of its folder; refused if that is in use");
  command
      .add_option("--seed", flags.seed, "seed of deals and bots; the same seed gives the same results [a secret one]")
      ->transform(whole_number());
  auto* deals = command.add_option(
      "--deals", flags.deals,
      "deals that a pairing plays per meeting [100; in a ladder 10, or fewer if its limit is small]");
  auto* games = command.add_option("--games", flags.games, "games that a pairing plays per meeting, instead of deals");
  deals->transform(boards)->excludes(games);
  games->transform(boards);
  for (const TournamentSetting& setting : TournamentSettings) {
    std::visit([&](const auto& member) { add_setting_flag(command, setting, member, flags.settings); }, setting.member);
  }
  command.add_option("--anchor", flags.anchor, "NAME=ELO: sets this entrant's Elo [the mean of all is 0]");
  command.add_option("--rules", flags.rules, "preset: " + preset_names() + " [standard]");
  command
      .add_option("--rule", flags.rule,
                  "one option of the rules, such as target=500 (engine/RULES.md 10); may be repeated")
      ->allow_extra_args(false);
  command.add_option("--option", flags.bot_options, "an option to hand to a bot, BOT.NAME=VALUE; may be repeated")
      ->allow_extra_args(false);
  command.option_defaults()->group("Limits of time");
  add_time_limit_flags(command, flags.limits);
  add_remote_limit_flags(command, flags.limits);
  command.option_defaults()->group("Output");
  command.add_option("--results", flags.results, "folder in which to make the tournament's folder [results]");
  add_running_flags(command, flags);
}

OrInputError<void> apply_flags(const TournamentFlags& flags, TournamentConfig& config) {
  if (flags.name) {
    config.name = *flags.name;
    config.origin.name_given = true;
  }
  if (flags.seed) {
    config.seed = *flags.seed;
    config.origin.seed_given = true;
  }
  if (!config.origin.seed_given) config.seed = secret_seed();
  if (flags.deals) {
    config.format = BoardFormat::Deals;
    config.boards = *flags.deals;
  }
  if (flags.deals || flags.games) config.origin.boards_given = true;
  if (flags.games) {
    config.format = BoardFormat::Games;
    config.boards = *flags.games;
  }
  for (const auto& set : flags.settings) set(config);
  if (flags.concurrency) config.concurrency = *flags.concurrency;
  config.limits = limits_with(flags.limits, config.limits);
  if (flags.results) config.results = *flags.results;
  if (flags.allow_unsandboxed) config.allow_unsandboxed = true;
  if (auto applied = apply_schedule(flags, config.schedule); !applied) return applied;
  if (auto applied = apply_anchor(flags, config); !applied) return applied;
  if (auto applied = apply_rules(flags, config); !applied) return applied;
  if (auto applied = apply_bots(flags, config); !applied) return applied;
  if (auto applied = apply_pairs(flags, config); !applied) return applied;
  if (!config.origin.boards_given) config.boards = usual_boards(config);
  return {};
}

}  // namespace tichu::arena
