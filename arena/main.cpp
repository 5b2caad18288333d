#include <csignal>
#include <exception>
#include <iostream>

#include "arena/commands/command_line.h"
#include "arena/hosting/sandbox/posix.h"

int main(int argc, char** argv) {
  using tichu::arena::ExitCode;
  // A reader that leaves early is noticed where the text is written.
  std::signal(SIGPIPE, SIG_IGN);
  tichu::arena::raise_descriptor_limit();
  try {
    return static_cast<int>(tichu::arena::run_command_line(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
    return static_cast<int>(ExitCode::Environment);
  }
}
