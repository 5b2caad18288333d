#include <algorithm>
#include <array>
#include <cstddef>
#include <iostream>
#include <span>
#include <string_view>

#include "arena/commands/command_line.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/installation.h"
#include "arena/workers/leader/booked_false_work.h"

// The program that people call. It holds what plays, so that it is built and started soon; for every other command, and
// for workers elsewhere, it becomes the whole program, which costs twice as much of both. It does so before anything
// else, since the whole program begins anew.
namespace {

using tichu::arena::ExitCode;

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool plays_here(std::span<char* const> words) {
  constexpr std::array<std::string_view, 5> Playing = {"play", "tournament", "test", "resume", "--version"};
  if (words.empty() || !is_one_of(words.front(), Playing)) return false;
  return std::none_of(words.begin(), words.end(), [](std::string_view word) { return word.starts_with("--nats"); });
}

bool asks_for_help(std::span<char* const> words) {
  constexpr std::array<std::string_view, 3> Help = {"help", "--help", "-h"};
  return words.empty() || is_one_of(words.front(), Help);
}

ExitCode run(int argc, char** argv) {
  const std::span<char* const> words(argv + 1, argc > 0 ? static_cast<std::size_t>(argc) - 1 : 0);
  if (!plays_here(words)) {
    if (!asks_for_help(words) || tichu::arena::is_executable(tichu::arena::whole_program())) {
      tichu::arena::become_whole_program();
    }
    std::cerr << "Only what plays is built here; cmake --build --preset release adds all other commands.\n"
              << std::endl;
  }
  tichu::arena::raise_descriptor_limit();
  const tichu::arena::OtherMachines none{nullptr, tichu::arena::booked_false_work};
  return tichu::arena::run_command_line(argc, argv, tichu::arena::playing_commands(none));
}

}  // namespace

int main(int argc, char** argv) {
  return tichu::arena::run_program([&] { return run(argc, argv); });
}
