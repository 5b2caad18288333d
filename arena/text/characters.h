#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace tichu::arena {

// Kinds of bytes in texts of ASCII.

/// Whether a byte would do something to a terminal instead of being shown: below a blank, or DEL.
constexpr bool is_control(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte < 0x20 || byte == 0x7f;
}

/// Whether a byte is 0-9 or a-f: a digit as the arena writes hexadecimal numbers.
constexpr bool is_hexadecimal(char character) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
}

/// With a-z for A-Z.
inline std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
  });
  return lower;
}

}  // namespace tichu::arena
