#include "arena/text/standard_output.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "arena/text/text_table.h"

namespace tichu::arena {

OutputState finish_output() {
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return OutputState::Written;
  pollfd end{STDOUT_FILENO, POLLOUT, 0};
  const bool left = ::poll(&end, 1, 0) > 0 && (end.revents & POLLERR) != 0;
  return left ? OutputState::ReaderLeft : OutputState::Failed;
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (::isatty(descriptor) == 0 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return AnyWidth;
  return std::max<std::size_t>(size.ws_col, LeastWidth);
}

TextToStandardError::TextToStandardError(bool wanted) {
  if (wanted) before_ = std::cout.rdbuf(std::cerr.rdbuf());
}

TextToStandardError::~TextToStandardError() {
  if (before_ != nullptr) std::cout.rdbuf(before_);
}

}  // namespace tichu::arena
