#include "arena/tournament/config/config_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/text/json_or_null.h"
#include "arena/text/setting_json.h"
#include "arena/tournament/config/tournament_settings.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
std::optional<T> value_or_nothing(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<T>(json.get<T>());
}

/// What a word stands for; an exception if it is no word of E, which makes the configuration unreadable.
template <HasWords E>
E known(const Json& word) {
  const std::optional<E> value = from_text<E>(word.get<std::string>());
  if (!value) throw std::invalid_argument("unknown name " + word.dump());
  return *value;
}

Json json_of(bool value) { return value; }
Json json_of(Points value) { return value.value(); }
Json json_of(int value) { return value; }
template <HasWords E>
Json json_of(E value) {
  return to_text(value);
}

void take(const Json& json, bool& value) { value = json; }
void take(const Json& json, int& value) { value = json; }
template <HasWords E>
void take(const Json& json, E& value) {
  value = known<E>(json);
}

/// Each option; what preset they make follows from them.
Json options_json(const Rules& rules) {
  Json json;
  for_each_option(rules, [&](std::string_view name, const auto& value) { json[std::string(name)] = json_of(value); });
  return json;
}

Rules rules_of(const Json& json) {
  Rules rules;
  for (const auto& [option, value] : json.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (const auto set = set_rule(rules, option, text); !set) {
      throw std::invalid_argument(option + ": " + set.error());
    }
  }
  return rules;
}

Json sandbox_json(const SandboxConfig& sandbox) {
  Json readable = Json::array();
  for (const auto& path : sandbox.readable) readable.push_back(path.string());
  Json json{{"kind", to_text(sandbox.kind)}};
  json.update(settings_json(sandbox, SandboxLimits));
  json["readable"] = readable;
  return json;
}

SandboxConfig sandbox_of(const Json& json) {
  SandboxConfig sandbox;
  sandbox.kind = known<SandboxKind>(json.at("kind"));
  take_settings(json, SandboxLimits, sandbox);
  for (const auto& path : json.at("readable")) sandbox.readable.emplace_back(path.get<std::string>());
  return sandbox;
}

Json schedule_json(const ScheduleConfig& schedule) {
  Json json{{"kind", to_text(schedule.kind)},
            {"candidates", schedule.candidates},
            {"rounds", or_null(schedule.rounds)},
            {"limit", or_null(schedule.limit)},
            {"owners", schedule.owners}};
  if (!schedule.opponents.empty()) json["opponents"] = schedule.opponents;
  return json;
}

ScheduleConfig schedule_of(const Json& json) {
  ScheduleConfig schedule;
  schedule.kind = known<ScheduleKind>(json.at("kind"));
  schedule.candidates = json.at("candidates").get<std::vector<std::string>>();
  if (json.contains("opponents")) schedule.opponents = json.at("opponents").get<std::vector<std::string>>();
  schedule.rounds = value_or_nothing<std::uint64_t>(json.at("rounds"));
  schedule.limit = value_or_nothing<std::uint64_t>(json.at("limit"));
  if (json.contains("owners")) schedule.owners = json.at("owners").get<std::map<std::string, std::string>>();
  return schedule;
}

Json test_json(const std::optional<TestConfig>& test) {
  if (!test) return nullptr;
  Json json{{"measure", to_text(test->measure)},
            {"first", test->first},
            {"second", test->second},
            {"alpha", test->alpha},
            {"beta", test->beta}};
  if (test->baseline) json["baseline"] = test->baseline->string();
  return json;
}

Json anchor_json(const std::optional<RatingAnchor>& anchor) {
  if (!anchor) return nullptr;
  return {{"name", anchor->name}, {"value", anchor->value}};
}

std::optional<RatingAnchor> anchor_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return RatingAnchor{json.at("name"), json.at("value")};
}

std::optional<TestConfig> test_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  TestConfig test{known<TestMeasure>(json.at("measure")), json.at("first"), json.at("second"), json.at("alpha"),
                  json.at("beta")};
  if (json.contains("baseline")) test.baseline = json.at("baseline").get<std::string>();
  return test;
}

Json bot_json(const BotSpec& bot) {
  Json json{{"name", bot.name},
            {"kind", to_text(bot.kind)},
            {"path", bot.path.string()},
            {"arguments", bot.arguments},
            {"options", bot.options},
            {"trusted", bot.trusted},
            {"fingerprint", bot.fingerprint}};
  if (bot.timed) json["timed"] = true;
  add_given_settings(json, bot.needs, BotNeedSettings);
  if (!bot.guest_workers) json["guest_workers"] = false;
  return json;
}

BotSpec spec_of(const Json& json) {
  BotSpec bot;
  bot.name = json.at("name");
  bot.kind = known<BotKind>(json.at("kind"));
  bot.path = json.at("path").get<std::string>();
  bot.arguments = json.at("arguments").get<std::vector<std::string>>();
  bot.options = json.at("options").get<std::vector<std::pair<std::string, std::string>>>();
  bot.trusted = json.at("trusted");
  bot.fingerprint = json.at("fingerprint");
  bot.timed = json.value("timed", false);
  take_given_settings(json, BotNeedSettings, bot.needs);
  bot.guest_workers = json.value("guest_workers", true);
  return bot;
}

TournamentConfig config_of(const Json& json) {
  TournamentConfig config;
  config.name = json.at("name");
  config.origin.name_given = json.at("name_given");
  config.origin.seed_known = !json.at("seed").is_null();
  if (config.origin.seed_known) config.seed = json.at("seed");
  config.origin.seed_given = json.at("seed_given");
  config.origin.imported = json.at("imported");
  config.format = known<BoardFormat>(json.at("format"));
  config.boards = json.at("boards");
  config.schedule = schedule_of(json.at("schedule"));
  config.test = test_of(json.at("test"));
  config.anchor = anchor_of(json.at("anchor"));
  config.rules = rules_of(json.at("rules"));
  for (const Json& bot : json.at("bots")) config.bots.push_back(spec_of(bot));
  for (const Json& pair : json.at("pairs")) config.pairs.push_back({pair.at("name"), pair.at("bots")});
  for_each_setting(
      config, [&](const TournamentSetting& setting, auto& value) { take(json.at(std::string(setting.key)), value); });
  config.concurrency = json.at("concurrency");
  take_settings(json.at("limits"), TimeLimitSettings, config.limits);
  if (json.contains("remote_limits")) {
    take_settings(json.at("remote_limits"), RemoteLimitSettings, config.limits.remote);
  }
  config.sandbox = sandbox_of(json.at("sandbox"));
  config.allow_unsandboxed = json.at("allow_unsandboxed");
  config.origin.file = json.at("file").get<std::string>();
  config.results = json.at("results").get<std::string>();
  return config;
}

}  // namespace

Json rules_json(const Rules& rules) {
  Json json{{"preset", preset_name(rules)}};
  json.update(options_json(rules));
  return json;
}

Json limits_json(const TimeLimits& limits) { return settings_json(limits, TimeLimitSettings); }

std::string limits_flags(const TimeLimits& limits) {
  std::string flags;
  for (const auto& setting : TimeLimitSettings) {
    if (setting.number(limits) == setting.number(TimeLimits())) continue;
    flags += " " + flag_of(setting.key) + " " + std::to_string(setting.number(limits));
  }
  return flags;
}

Json options_json(const BotSpec& bot) {
  Json json = Json::object();
  for (const auto& [name, value] : bot.options) json[name] = value;
  return json;
}

std::string config_json(const TournamentConfig& config) {
  Json json;
  json["name"] = config.name;
  json["name_given"] = config.origin.name_given;
  json["seed"] = or_null(known_seed(config));
  json["seed_given"] = config.origin.seed_given;
  json["imported"] = config.origin.imported;
  json["format"] = to_text(config.format);
  json["boards"] = config.boards;
  json["schedule"] = schedule_json(config.schedule);
  json["test"] = test_json(config.test);
  json["anchor"] = anchor_json(config.anchor);
  json["rules"] = options_json(config.rules);
  json["bots"] = Json::array();
  for (const BotSpec& bot : config.bots) json["bots"].push_back(bot_json(bot));
  json["pairs"] = Json::array();
  for (const PairSpec& pair : config.pairs) json["pairs"].push_back({{"name", pair.name}, {"bots", pair.bots}});
  for_each_setting(config, [&](const TournamentSetting& setting, const auto& value) {
    json[std::string(setting.key)] = json_of(value);
  });
  json["concurrency"] = config.concurrency;
  json["limits"] = limits_json(config.limits);
  if (config.limits.remote != RemoteLimits()) {  // which no bot of this machine has
    json["remote_limits"] = settings_json(config.limits.remote, RemoteLimitSettings);
  }
  json["sandbox"] = sandbox_json(config.sandbox);
  json["allow_unsandboxed"] = config.allow_unsandboxed;
  json["file"] = config.origin.file.string();
  json["results"] = config.results.string();
  // A path may hold bytes that are no UTF-8; it would not be found again, which is said when it is looked for.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string bot_spec_json(const BotSpec& bot) {
  return bot_json(bot).dump(-1, ' ', false, Json::error_handler_t::replace);
}

OrInputError<BotSpec> bot_spec_from_json(std::string_view text, const std::string& where) {
  try {
    return spec_of(Json::parse(text));
  } catch (const std::exception& error) {
    return tl::unexpected(InputError{where, "", std::string("a stored bot cannot be read: ") + error.what()});
  }
}

OrInputError<TournamentConfig> config_from_json(std::string_view text, const std::string& where) {
  try {
    return config_of(Json::parse(text));
  } catch (const std::exception& error) {
    return tl::unexpected(
        InputError{where, "", std::string("the stored configuration cannot be read: ") + error.what()});
  }
}

}  // namespace tichu::arena
