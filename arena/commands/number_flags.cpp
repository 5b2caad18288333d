#include "arena/commands/number_flags.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <limits>
#include <string>

#include "arena/text/number_text.h"

namespace tichu::arena {

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const auto read = [low, high](std::string& text) -> std::string {
    const auto number = number_from<std::uint64_t>(text);
    if (!number || *number < low || *number > high) {
      return fmt::format("\"{}\" is not a whole number from {} to {}", text, low, high);
    }
    text = std::to_string(*number);
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
