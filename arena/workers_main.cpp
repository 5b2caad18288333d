// tichu-arena-workers: worker and broker, and tournaments with --nats, whose commands are handed the workers behind a
// broker.
#include <vector>

#include "arena/commands/command_line.h"
#include "arena/commands/command_words.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/workers/commands/worker_commands.h"

int main(int argc, char** argv) {
  using namespace tichu::arena;  // NOLINT(google-build-using-namespace)
  return run_program([&] {
    raise_descriptor_limit();
    std::vector<Command> commands = playing_commands(workers_behind_broker());
    commands.push_back({"worker", add_worker_command});
    commands.push_back({"broker", add_broker_command});
    return run_command_line(argc, argv, {WorkersProgram, commands});
  });
}
