#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// Text that may stand in XML, as UTF-8. XML has no way to write most control characters, and a bot's words need not be
/// UTF-8: each byte that is none, each control character but tab and line end, and what XML forbids becomes '?'.
/// Escaping is left to the XML library.
std::string xml_safe(std::string_view text);

}  // namespace tichu::arena
