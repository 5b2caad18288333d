// tichu-arena-tools: what one machine does besides playing, and playing with remote seats. Of a ladder elsewhere it is
// handed how that is asked.
#include <utility>
#include <vector>

#include "arena/commands/command_line.h"
#include "arena/commands/command_words.h"
#include "arena/commands/other_ladders.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/program.h"
#include "arena/commands/seats_here.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/service/commands/remote_ladders.h"
#include "arena/workers/bench/judging_bench.h"
#include "arena/workers/leader/booked_invalidations.h"

int main(int argc, char** argv) {
  using namespace tichu::arena;  // NOLINT(google-build-using-namespace)
  return run_program([&] {
    raise_descriptor_limit();
    const OtherMachines machines{nullptr, booked_invalidations, seats_here};
    std::vector<Command> commands = tool_commands(remote_ladders(), machines, run_judging_bench);
    for (Command& command : playing_commands(machines)) {
      commands.push_back(std::move(command));
    }
    return run_command_line(argc, argv, {ToolsProgram, commands});
  });
}
