#include "arena/commands/program.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "arena/installation.h"
#include "arena/text/standard_output.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

/// What the program ends with if its command came to an end.
ExitCode after_command(ExitCode exit_code) {
  if (finish_output() != OutputState::Failed) return exit_code;
  std::cerr << "tichu-arena: cannot write to standard output; its disk may be full" << std::endl;
  return ExitCode::Environment;
}

/// The same if the machine refused something. If that was to print, it is nobody's failure that the reader has left.
ExitCode after_failure(const std::system_error& error) {
  const OutputState state = finish_output();
  if (state == OutputState::ReaderLeft && error.code() == std::errc::broken_pipe) return ExitCode::Ok;
  if (state == OutputState::Failed) {
    std::cerr << "tichu-arena: cannot write to standard output: " << error.code().message() << std::endl;
  } else {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
  }
  return ExitCode::Environment;
}

}  // namespace

int run_program(const std::function<ExitCode()>& run) {
  // A reader that leaves early is noticed where the text is written.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return static_cast<int>(after_command(run()));
  } catch (const std::system_error& error) {
    return static_cast<int>(after_failure(error));
  } catch (const std::bad_alloc&) {
    std::fputs("tichu-arena: there is not enough memory; give it more (ulimit -v), or play fewer tables (-j)\n",
               stderr);
    return static_cast<int>(ExitCode::Environment);
  } catch (const DamagedStore& error) {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
    return static_cast<int>(ExitCode::Bad);
  } catch (const std::exception& error) {
    std::cerr << "tichu-arena: " << error.what() << std::endl;
    return static_cast<int>(ExitCode::Environment);
  }
}

std::string missing_program(std::string_view name) {
  return libexec_program(name).string() +
         ", which does this command, is missing; build it (cmake --build --preset release --target " +
         std::string(name) + "), or install the package tichu-arena anew";
}

void start_program(std::string_view name) {
  const std::filesystem::path program = libexec_program(name);
  std::vector<std::string> words = words_of_process();
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(program.c_str(), arguments.data());
  if (errno != ENOENT) throw std::system_error(errno, std::generic_category(), "cannot start " + program.string());
  throw std::runtime_error(missing_program(name));
}

}  // namespace tichu::arena
