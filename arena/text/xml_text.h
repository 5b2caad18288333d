#pragma once

#include <string>

namespace tichu::arena {

/// Text that may stand in XML: it has no way to write most control characters, and it is UTF-8, which a bot's words
/// need not be, so what is not printable ASCII becomes '?', except line ends. Escaping is left to the XML library.
std::string xml_safe(std::string text);

}  // namespace tichu::arena
