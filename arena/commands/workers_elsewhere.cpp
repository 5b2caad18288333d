// What the program that only plays has in place of workers_of_flags.cpp.
#include "arena/commands/program.h"
#include "arena/commands/workers_of_flags.h"

namespace tichu::arena {

std::shared_ptr<const RemotePlay> workers_of_flags(const TournamentFlags& flags) {
  if (flags.nats.empty()) return nullptr;
  become_whole_program();
}

}  // namespace tichu::arena
