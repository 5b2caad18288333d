#include "arena/text/xml_text.h"

#include <cstddef>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

/// Whether a character, given as well-formed UTF-8, may stand in XML and is no control character.
bool is_allowed(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first >= 0x20 ? first != 0x7f : character == "\n" || character == "\t";
  const bool is_late_control = first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
  return !is_late_control && character != "\xef\xbf\xbe" && character != "\xef\xbf\xbf";
}

}  // namespace

std::string xml_safe(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    safe += length > 0 && is_allowed(character) ? character : "?";
    text.remove_prefix(character.size());
  }
  return safe;
}

}  // namespace tichu::arena
