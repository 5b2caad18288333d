// tichu-arena-ladder: a ladder as a service, and what its authors ask of it. It is handed the workers that serve --nats
// means.
#include <malloc.h>

#include <algorithm>
#include <thread>

#include "arena/commands/command_line.h"
#include "arena/commands/command_words.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/service/commands/ladder_commands.h"
#include "arena/workers/commands/worker_commands.h"

int main(int argc, char** argv) {
  using namespace tichu::arena;  // NOLINT(google-build-using-namespace)
  return run_program([&] {
    raise_descriptor_limit();
    // Hundreds of threads wait at tables of people and remote bots: what they share is less than eight heaps a core.
    mallopt(M_ARENA_MAX, static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    const auto add_ladder = [](CLI::App& app, ExitCode& exit_code) {
      add_ladder_command(app, exit_code, workers_behind_broker());
    };
    return run_command_line(argc, argv,
                            {LadderProgram,
                             {{"ladder", add_ladder},
                              {"submit", add_submit_command},
                              {"status", add_status_command},
                              {"logs", add_logs_command},
                              {"withdraw", add_withdraw_command},
                              {"ask", add_ask_command},
                              {"mirror", add_mirror_command}}});
  });
}
