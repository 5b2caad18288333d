#pragma once

#include "arena/commands/other_machines.h"

namespace tichu::arena {

/// The workers behind a NATS server, for the commands that play.
OtherMachines workers_behind_broker();

}  // namespace tichu::arena
