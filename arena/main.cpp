#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>

#include "arena/commands/command_line.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/text/standard_output.h"
#include "arena/tournament/store/stored_board.h"

namespace {

using tichu::arena::ExitCode;
using tichu::arena::OutputState;

/// What the program ends with if its command came to an end.
ExitCode after_command(ExitCode exit_code) {
  if (tichu::arena::finish_output() != OutputState::Failed) return exit_code;
  std::cerr << "tichu-arena: cannot write to standard output; its disk may be full" << std::endl;
  return ExitCode::Environment;
}

/// The same if the machine refused something. If that was to print, it is nobody's failure that the reader has left.
ExitCode after_failure(const std::system_error& error) {
  const OutputState state = tichu::arena::finish_output();
  if (state == OutputState::ReaderLeft && error.code() == std::errc::broken_pipe) return ExitCode::Ok;
  if (state == OutputState::Failed) {
    std::cerr << "tichu-arena: cannot write to standard output: " << error.code().message() << std::endl;
  } else {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
  }
  return ExitCode::Environment;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that leaves early is noticed where the text is written.
  std::signal(SIGPIPE, SIG_IGN);
  tichu::arena::raise_descriptor_limit();
  try {
    return static_cast<int>(after_command(tichu::arena::run_command_line(argc, argv)));
  } catch (const std::system_error& error) {
    return static_cast<int>(after_failure(error));
  } catch (const std::bad_alloc&) {
    std::fputs("tichu-arena: there is not enough memory; give it more (ulimit -v), or play fewer tables (-j)\n",
               stderr);
    return static_cast<int>(ExitCode::Environment);
  } catch (const tichu::arena::DamagedStore& error) {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
    return static_cast<int>(ExitCode::Bad);
  } catch (const std::exception& error) {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
    return static_cast<int>(ExitCode::Environment);
  }
}
