#include "arena/text/sanitized_line.h"

#include <boost/locale/utf.hpp>

namespace tichu::arena {
namespace {

constexpr std::size_t LongestLine = 512;

/// Control characters, those of Latin-1 among them, which some terminals obey, and the marks that turn the direction of
/// writing or separate lines.
bool is_harmful(boost::locale::utf::code_point letter) {
  return letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || (letter >= 0x2028 && letter <= 0x202e) ||
         (letter >= 0x2066 && letter <= 0x2069);
}

}  // namespace

std::string sanitized_line(std::string_view bytes) {
  using Utf8 = boost::locale::utf::utf_traits<char>;
  std::string line;
  const char* next = bytes.data();
  const char* const end = next + bytes.size();
  while (next != end) {
    const char* const begin = next;
    const boost::locale::utf::code_point letter = Utf8::decode(next, end);
    const bool is_letter = boost::locale::utf::is_valid_codepoint(letter);
    if (!is_letter) next = begin + 1;
    const std::string_view taken(begin, static_cast<std::size_t>(next - begin));
    if (line.size() + taken.size() > LongestLine) return line + "...";
    line += is_letter && !is_harmful(letter) ? taken : "?";
  }
  return line;
}

}  // namespace tichu::arena
