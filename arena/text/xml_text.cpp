#include "arena/text/xml_text.h"

namespace tichu::arena {

std::string xml_safe(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c != '\n' && (byte < 0x20 || byte > 0x7e)) c = '?';
  }
  return text;
}

}  // namespace tichu::arena
