#include <algorithm>
#include <array>
#include <string_view>

#include "arena/commands/command_line.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"

// The program that people call. It holds what plays, so that it is built and started soon; for every other command it
// becomes the whole program, which costs twice as much of both.
namespace {

bool plays(std::string_view word) {
  constexpr std::array<std::string_view, 5> Words = {"play", "tournament", "test", "resume", "--version"};
  return std::find(Words.begin(), Words.end(), word) != Words.end();
}

}  // namespace

int main(int argc, char** argv) {
  tichu::arena::raise_descriptor_limit();
  return tichu::arena::run_program([&] {
    if (argc < 2 || !plays(argv[1])) tichu::arena::become_whole_program();
    return tichu::arena::run_command_line(argc, argv, tichu::arena::playing_commands());
  });
}
