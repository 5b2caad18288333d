#include "arena/commands/command_line.h"
#include "arena/commands/other_machines.h"

namespace tichu::arena {

std::vector<Command> playing_commands(const OtherMachines& machines) {
  const auto with = [&machines](auto add) {
    return [add, machines](CLI::App& command, ExitCode& exit_code) { add(command, exit_code, machines); };
  };
  return {{"play", with(add_play_command)},
          {"tournament", with(add_tournament_command)},
          {"test", with(add_test_command)},
          {"resume", with(add_resume_command)}};
}

}  // namespace tichu::arena
