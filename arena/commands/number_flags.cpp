#include "arena/commands/number_flags.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <charconv>
#include <limits>
#include <string>

namespace tichu::arena {

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const auto read = [low, high](std::string& text) -> std::string {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc() && rest == text.data() + text.size();
    if (!is_number || number < low || number > high) {
      return fmt::format("\"{}\" is not a whole number from {} to {}", text, low, high);
    }
    text = std::to_string(number);
    return "";
  };
  return CLI::Validator(read, fmt::format("{} to {}", low, high));
}

CLI::Validator whole_number() { return whole_number(0, std::numeric_limits<std::uint64_t>::max()); }

CLI::Validator number_within(double low, double high) {
  const auto problem = [low, high](const std::string& text) -> std::string {
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return "";
    return fmt::format("\"{}\" is not a number from {} to {}", text, low, high);
  };
  return CLI::Validator(problem, fmt::format("{} to {}", low, high));
}

}  // namespace tichu::arena
