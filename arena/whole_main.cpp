#include <memory>
#include <string>

#include "arena/commands/command_line.h"
#include "arena/commands/other_machines.h"
#include "arena/commands/program.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/installation.h"
#include "arena/workers/leader/behind_broker.h"
#include "arena/workers/leader/booked_false_work.h"

namespace {

std::shared_ptr<const tichu::arena::RemotePlay> workers_behind(const std::string& url,
                                                               const std::string& certificates) {
  return tichu::arena::remote_play({{url, certificates, ""}, tichu::arena::bundled_bots_folder()});
}

}  // namespace

// The program with all commands, which the one that people call becomes.
int main(int argc, char** argv) {
  return tichu::arena::run_program([&] {
    tichu::arena::compare_with_caller();
    tichu::arena::raise_descriptor_limit();
    return tichu::arena::run_command_line(
        argc, argv, tichu::arena::all_commands({workers_behind, tichu::arena::booked_false_work}));
  });
}
