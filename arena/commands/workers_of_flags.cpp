#include "arena/commands/workers_of_flags.h"

#include "arena/installation.h"
#include "arena/tournament/workers/behind_broker.h"

namespace tichu::arena {

std::shared_ptr<const RemotePlay> workers_of_flags(const TournamentFlags& flags) {
  if (flags.nats.empty()) return nullptr;
  return remote_play({{flags.nats, flags.nats_ca, ""}, bundled_bots_folder()});
}

}  // namespace tichu::arena
