#include "arena/text/standard_output.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace tichu::arena {

OutputState finish_output() {
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return OutputState::Written;
  pollfd end{STDOUT_FILENO, POLLOUT, 0};
  const bool left = ::poll(&end, 1, 0) > 0 && (end.revents & POLLERR) != 0;
  return left ? OutputState::ReaderLeft : OutputState::Failed;
}

TextToStandardError::TextToStandardError(bool wanted) {
  if (wanted) before_ = std::cout.rdbuf(std::cerr.rdbuf());
}

TextToStandardError::~TextToStandardError() {
  if (before_ != nullptr) std::cout.rdbuf(before_);
}

}  // namespace tichu::arena
