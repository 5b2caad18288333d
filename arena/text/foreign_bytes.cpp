#include "arena/text/foreign_bytes.h"

#include <fmt/format.h>

#include "arena/text/characters.h"

namespace tichu::arena {
namespace {

bool is_printable_ascii(char c) { return !is_control(c) && static_cast<unsigned char>(c) < 0x80; }

}  // namespace

std::string quoted_output(std::string_view bytes) {
  std::string text = "  | ";
  for (const char c : bytes) {
    if (c == '\n') {
      text += "\n  | ";
    } else {
      text += is_control(c) ? '?' : c;
    }
  }
  return text;
}

std::string hexadecimal_lines(std::string_view bytes) {
  constexpr std::size_t InLine = 16;
  std::string text;
  for (std::size_t start = 0; start < bytes.size(); start += InLine) {
    const std::string_view line = bytes.substr(start, InLine);
    std::string digits;
    std::string letters;
    for (const char c : line) {
      digits += fmt::format(" {:02x}", static_cast<unsigned char>(c));
      letters += is_printable_ascii(c) ? c : '.';
    }
    text += fmt::format("  {:04x} {:<48}  {}\n", start, digits, letters);
  }
  return text;
}

}  // namespace tichu::arena
