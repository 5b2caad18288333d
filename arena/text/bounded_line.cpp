#include "arena/text/bounded_line.h"

namespace tichu::arena {

namespace {

LineRead read_from(std::streambuf& bytes, std::string& line, std::size_t most) {
  for (int byte = bytes.sbumpc(); byte != std::char_traits<char>::eof(); byte = bytes.sbumpc()) {
    if (byte == '\n') return LineRead::Line;
    if (line.size() == most) return LineRead::TooLong;
    line.push_back(static_cast<char>(byte));
  }
  return line.empty() ? LineRead::End : LineRead::Line;
}

}  // namespace

LineRead read_bounded_line(std::istream& input, std::string& line, std::size_t most) {
  line.clear();
  try {
    return read_from(*input.rdbuf(), line, most);
  } catch (const std::ios_base::failure&) {
    input.setstate(std::ios::badbit);
    return LineRead::End;
  }
}

}  // namespace tichu::arena
