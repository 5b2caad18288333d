#pragma once

#include "arena/commands/other_ladders.h"

namespace tichu::arena {

/// Ladders that are asked over HTTP.
OtherLadders remote_ladders();

}  // namespace tichu::arena
