#include "arena/commands/command_line.h"

namespace tichu::arena {

std::vector<CommandGroup> playing_commands() {
  return {{"Playing", {add_play_command, add_tournament_command, add_test_command, add_resume_command}}};
}

}  // namespace tichu::arena
