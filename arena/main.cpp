// tichu-arena, the program that people call. It holds what plays on this machine, so that it is built and started soon,
// and finds other programs for all else (arena/ARCHITECTURE.md, "The programs").
#include <string_view>
#include <vector>

#include "arena/commands/command_line.h"
#include "arena/commands/command_words.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/workers/leader/booked_invalidations.h"

int main(int argc, char** argv) {
  using namespace tichu::arena;  // NOLINT(google-build-using-namespace)
  return run_program([&] {
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (const std::string_view program = program_for(words); program != PlayingProgram) start_program(program);
    raise_descriptor_limit();
    return run_command_line(argc, argv, {PlayingProgram, playing_commands({nullptr, booked_invalidations})});
  });
}
