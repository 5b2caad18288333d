// What the program that only plays has in place of workers_of_flags.cpp: it has become the whole one before.
#include <stdexcept>

#include "arena/commands/workers_of_flags.h"

namespace tichu::arena {

std::shared_ptr<const RemotePlay> workers_of_flags(const TournamentFlags& flags) {
  if (!flags.nats.empty()) throw std::logic_error("this program knows no workers");
  return nullptr;
}

}  // namespace tichu::arena
