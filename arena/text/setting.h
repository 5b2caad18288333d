#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tichu::arena {

/// A limit of `Config` that people set. It has one key in files, JSON, flags (with '-' for '_') and messages.
template <typename Config, typename Value = std::uint64_t>
struct LimitSetting {
  std::string_view key;  ///< ends with the unit, if it has one: "memory_mb"
  Value Config::*member;
  std::int64_t least;  ///< in this unit
  std::int64_t most;
  std::string_view meaning;  ///< begins with a small letter and has no full stop

  /// Its value in the key's unit.
  std::int64_t number(const Config& config) const {
    if constexpr (std::is_integral_v<Value>) {
      return static_cast<std::int64_t>(config.*member);
    } else {
      return (config.*member).count();
    }
  }
  void set(Config& config, std::int64_t number) const { config.*member = static_cast<Value>(number); }
};

template <typename Config, typename Value, std::size_t Count>
std::vector<std::string_view> keys_of(const LimitSetting<Config, Value> (&settings)[Count]) {
  std::vector<std::string_view> keys;
  for (const auto& setting : settings) keys.push_back(setting.key);
  return keys;
}

/// The flag of a key: "--decision-ms".
inline std::string flag_of(std::string_view key) {
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

}  // namespace tichu::arena
