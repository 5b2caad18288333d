#include "arena/commands/command_line.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"

// The program with all commands, which the one that people call becomes.
int main(int argc, char** argv) {
  return tichu::arena::run_program([&] {
    tichu::arena::compare_with_caller();
    tichu::arena::raise_descriptor_limit();
    return tichu::arena::run_command_line(argc, argv, tichu::arena::all_commands());
  });
}
