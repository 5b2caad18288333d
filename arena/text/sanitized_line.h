#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// What a bot said, as one line of UTF-8 that can do a terminal, a log and a table no harm: '?' instead of each control
/// character and of each byte that is not UTF-8; at most 512 bytes, then "...".
std::string sanitized_line(std::string_view bytes);

}  // namespace tichu::arena
