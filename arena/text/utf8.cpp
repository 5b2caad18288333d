#include "arena/text/utf8.h"

#include <cstdint>

namespace tichu::arena {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<std::uint8_t>(text[at]) : 0u; };
  const auto follows = [&](std::size_t at) { return (byte(at) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) > 0x9f;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool too_high = first == 0xf4 && byte(1) > 0x8f;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_high ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string bounded_utf8(std::string_view text, std::size_t most) {
  std::string bounded;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view taken = length == 0 ? ReplacementCharacter : text.substr(0, length);
    if (bounded.size() + taken.size() > most) break;
    bounded += taken;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return bounded;
}

}  // namespace tichu::arena
