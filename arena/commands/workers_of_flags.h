#pragma once

#include <memory>

#include "arena/commands/tournament_flags.h"
#include "arena/tournament/play/remote_play.h"

namespace tichu::arena {

/// The workers behind the broker of --nats; null without that flag. The program that only plays knows no network: it
/// becomes the whole program here (become_whole_program), so nothing may have happened before.
std::shared_ptr<const RemotePlay> workers_of_flags(const TournamentFlags& flags);

}  // namespace tichu::arena
