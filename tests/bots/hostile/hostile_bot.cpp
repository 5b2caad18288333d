#include "tests/bots/hostile/hostile_bot.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace tichu::tests {

HostileBot::HostileBot(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--harmless") harmless_ = true;
    if (i + 1 == count) break;
    if (word == "--marker") marker_ = words[i + 1];
    if (word == "--port") port_ = std::atoi(words[i + 1]);
    // After '=', since a bot is shown the files that its arguments name.
    if (word == "--secret") secrets_.emplace_back(words[i + 1] + 1);
  }
}

void HostileBot::answer(const protocol::Request& request) {
  if (!has_attacked_ && !harmless_) {
    has_attacked_ = true;
    attack();
  }
  PlayingProgram::answer(request);
}

void HostileBot::succeeded(const std::string& what) {
  write_bytes(STDERR_FILENO, "possible: " + what + "\n");
  std::_Exit(99);
}

void hang() {
  while (true) ::pause();
}

bool can_read(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY);
  char byte = 0;
  const bool read = file >= 0 && ::read(file, &byte, 1) >= 0;
  if (file >= 0) ::close(file);
  return read;
}

}  // namespace tichu::tests
