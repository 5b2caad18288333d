#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tichu::arena {

/// What is wrong with a configuration, for people.
struct ConfigError {
  /// Where it stands: "FILE:LINE:COLUMN", or the flag, such as "--bot".
  std::string where;
  /// The key or flag value concerned; empty where the whole is wrong.
  std::string key;
  /// What is wrong and what would be right, one sentence.
  std::string problem;

  /// All three in one line.
  std::string text() const { return where + ": " + (key.empty() ? "" : key + ": ") + problem; }
};

/// A value, or why there is none.
template <typename T>
class OrConfigError {
 public:
  OrConfigError(T value) : value_(std::move(value)) {}
  OrConfigError(ConfigError error) : value_(std::move(error)) {}

  bool ok() const { return value_.index() == 0; }
  /// Only where ok().
  T& value() { return std::get<0>(value_); }
  const T& value() const { return std::get<0>(value_); }
  /// Only where not ok().
  const ConfigError& error() const { return std::get<1>(value_); }

 private:
  std::variant<T, ConfigError> value_;
};

}  // namespace tichu::arena
