#pragma once

#include <nlohmann/json.hpp>

#include "arena/text/setting.h"

namespace tichu::arena {

/// An object of all settings, in their order.
template <typename Config, typename Value, std::size_t Count>
nlohmann::ordered_json settings_json(const Config& config, const LimitSetting<Config, Value> (&settings)[Count]) {
  nlohmann::ordered_json json;
  for (const auto& setting : settings) json[std::string(setting.key)] = setting.number(config);
  return json;
}

/// Takes all settings from an object. An exception of the library if one is missing or is not a number.
template <typename Json, typename Config, typename Value, std::size_t Count>
void take_settings(const Json& json, const LimitSetting<Config, Value> (&settings)[Count], Config& config) {
  for (const auto& setting : settings) {
    setting.set(config, json.at(std::string(setting.key)).template get<std::int64_t>());
  }
}

/// Adds the settings that are not 0, the others being left to a default.
template <typename Json, typename Config, typename Value, std::size_t Count>
void add_given_settings(Json& json, const Config& config, const LimitSetting<Config, Value> (&settings)[Count]) {
  for (const auto& setting : settings) {
    if (setting.number(config) != 0) json[std::string(setting.key)] = setting.number(config);
  }
}

/// Takes the settings that `add_given_settings` has added.
template <typename Json, typename Config, typename Value, std::size_t Count>
void take_given_settings(const Json& json, const LimitSetting<Config, Value> (&settings)[Count], Config& config) {
  for (const auto& setting : settings) setting.set(config, json.value(std::string(setting.key), std::int64_t{0}));
}

}  // namespace tichu::arena
