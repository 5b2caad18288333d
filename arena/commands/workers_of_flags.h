#pragma once

#include <memory>

#include "arena/commands/tournament_flags.h"
#include "arena/tournament/play/remote_play.h"

namespace tichu::arena {

/// The workers behind the broker of --nats; null without that flag. The program that only plays has another one, since
/// it knows no network: with that flag it becomes the whole program before it reads anything.
std::shared_ptr<const RemotePlay> workers_of_flags(const TournamentFlags& flags);

}  // namespace tichu::arena
