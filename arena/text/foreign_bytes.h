#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// Bytes that a bot wrote, as lines that can do a terminal and a log no harm: each indented by "  | ", what is not
/// printable replaced by '?'.
std::string quoted_output(std::string_view bytes);

/// Bytes as lines of sixteen: offset, hexadecimal, and the printable ones as text, each indented by two blanks.
std::string hexadecimal_lines(std::string_view bytes);

}  // namespace tichu::arena
