#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace tichu::arena {

/// What `read_bounded_line` came to.
enum class LineRead {
  Line,     ///< the next line, without its end
  TooLong,  ///< the line has more bytes than allowed; what was read of it is lost, and the rest is unread
  End,      ///< there is no further line
};

/// Reads the next line into `line`, at most `most` bytes: input without line ends, such as that of a device, does not
/// fill the memory. If the input cannot be read it is `bad()` afterwards.
LineRead read_bounded_line(std::istream& input, std::string& line, std::size_t most);

}  // namespace tichu::arena
