#pragma once

#include <array>
#include <optional>

#include "arena/ids.h"
#include "arena/tournament/units/unit.h"

namespace tichu::arena {

/// The bot that did otherwise first in two plays of one board on one machine: until then it had seen the same in both,
/// so it does not repeat itself, whoever sat with it. Nullopt if the plays are the same (`play_digests`), or if they do
/// not tell. Who plays a table asks one seat after the other. `teams`: of the board.
std::optional<BotId> first_to_differ(const std::array<Partnership, 2>& teams, const PlayedJob& one,
                                     const PlayedJob& other);

}  // namespace tichu::arena
