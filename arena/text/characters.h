#pragma once

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

}  // namespace tichu::arena
