#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tichu::arena {

/// A string of TOML without its end.
struct UnclosedString {
  std::size_t line = 1;    ///< of its first quote, from 1
  std::size_t column = 1;  ///< the same, in characters
  std::string quote;       ///< what would close it: ", ', """ or '''
};

/// The first string that has no closing quote: one of a single line whose line ends, or one of several lines without an
/// end. Nullopt if each has one. The text need not be sound otherwise.
std::optional<UnclosedString> unclosed_string(std::string_view toml);

}  // namespace tichu::arena
